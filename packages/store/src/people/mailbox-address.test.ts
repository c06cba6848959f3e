import { expect, test } from 'vitest';
import { canonicalMailbox } from './mailbox-address.ts';

test.each([
  ['Kim+tag@Example.com', 'kim@example.com'],
  ['+@example.com', '+@example.com'],
  ['k.i.m+x@googlemail.com', 'kim@gmail.com'],
  ['kim@me.com', 'kim@icloud.com'],
  ['kim@mac.com', 'kim@icloud.com'],
  ['kim+a@icloud.com', 'kim@icloud.com'],
  ['kim@pm.me', 'kim@proton.me'],
  ['kim@protonmail.com', 'kim@proton.me'],
  ['kim@protonmail.ch', 'kim@proton.me'],
  ['kim-shop@yahoo.com', 'kim@yahoo.com'],
  ['kim-shop-two@yahoo.co.uk', 'kim@yahoo.co.uk'],
  ['kim-shop@ymail.com', 'kim@ymail.com'],
])('%s is a spelling of %s', (spelling, mailbox) => {
  expect(canonicalMailbox(spelling)).toBe(mailbox);
});

test.each(['k.im@example.com', 'kim-lee@example.com', 'kim-lee@notyahoo.com', 'k.im@icloud.com'])(
  '%s is a mailbox of its own',
  (address) => {
    expect(canonicalMailbox(address)).toBe(address);
  },
);
