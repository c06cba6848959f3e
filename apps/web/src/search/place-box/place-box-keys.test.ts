import { expect, test } from 'vitest';
import { type BoxState, type KeyPress, resolveKey } from './place-box-keys.ts';

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  isComposing: false,
  keyCode: 0,
  ...more,
});
const box = (more: Partial<BoxState> = {}): BoxState => ({
  open: true,
  count: 3,
  active: -1,
  justComposed: false,
  ...more,
});

test('rule R22: every key is left to the input method while a syllable is being composed', () => {
  for (const key of ['Enter', 'ArrowDown', 'ArrowUp', 'Escape', 'Tab', 'Home', 'End']) {
    for (const active of [-1, 1]) {
      expect(resolveKey(press(key, { isComposing: true }), box({ active }))).toEqual({ do: 'leave' });
      expect(resolveKey(press(key, { keyCode: 229 }), box({ active }))).toEqual({ do: 'leave' });
      expect(resolveKey(press(key), box({ active, justComposed: true }))).toEqual({ do: 'leave' });
    }
  }
});

test('rule R22: an arrow that ends a composition moves one option, not two', () => {
  // macOS: one keydown inside the composition, then the same key again outside of it.
  expect(resolveKey(press('ArrowDown', { isComposing: true, keyCode: 229 }), box())).toEqual({
    do: 'leave',
  });
  expect(resolveKey(press('ArrowDown'), box())).toEqual({ do: 'light', option: 0 });
});

test('arrows go round, and open a closed list', () => {
  expect(resolveKey(press('ArrowDown'), box({ active: 2 }))).toEqual({ do: 'light', option: 0 });
  expect(resolveKey(press('ArrowUp'), box({ active: -1 }))).toEqual({ do: 'light', option: 2 });
  expect(resolveKey(press('ArrowUp'), box({ active: 1 }))).toEqual({ do: 'light', option: 0 });
  expect(resolveKey(press('ArrowDown'), box({ open: false }))).toEqual({ do: 'open' });
});

test('Home and End move the caret until an option is lit', () => {
  expect(resolveKey(press('Home'), box())).toEqual({ do: 'leave' });
  expect(resolveKey(press('Home'), box({ active: 2 }))).toEqual({ do: 'light', option: 0 });
  expect(resolveKey(press('End'), box({ active: 0 }))).toEqual({ do: 'light', option: 2 });
});

test('Enter chooses the lit option and is otherwise left to the form', () => {
  expect(resolveKey(press('Enter'), box({ active: 1 }))).toEqual({ do: 'choose', option: 1 });
  expect(resolveKey(press('Enter'), box())).toEqual({ do: 'leave' });
  expect(resolveKey(press('Enter'), box({ open: false, active: 1 }))).toEqual({ do: 'leave' });
});

test('Escape closes the list first and empties the box second', () => {
  expect(resolveKey(press('Escape'), box())).toEqual({ do: 'close' });
  expect(resolveKey(press('Escape'), box({ open: false }))).toEqual({ do: 'clear' });
});

test('keys with Ctrl or Command are not ours', () => {
  expect(resolveKey(press('Enter', { modified: true }), box({ active: 1 }))).toEqual({ do: 'leave' });
});
