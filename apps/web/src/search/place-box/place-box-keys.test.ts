import { expect, test } from 'vitest';
import { type BoxState, type KeyPress, keyActionOf } from './place-box-keys.ts';

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
      expect(keyActionOf(press(key, { isComposing: true }), box({ active }))).toEqual({ do: 'leave' });
      expect(keyActionOf(press(key, { keyCode: 229 }), box({ active }))).toEqual({ do: 'leave' });
      expect(keyActionOf(press(key), box({ active, justComposed: true }))).toEqual({ do: 'leave' });
    }
  }
});

test('rule R22: an arrow that ends a composition moves one option, not two', () => {
  // macOS: one keydown inside the composition, then the same key again outside of it.
  expect(keyActionOf(press('ArrowDown', { isComposing: true, keyCode: 229 }), box())).toEqual({
    do: 'leave',
  });
  expect(keyActionOf(press('ArrowDown'), box())).toEqual({ do: 'light', option: 0 });
});

test('arrows go round, and open a closed list', () => {
  expect(keyActionOf(press('ArrowDown'), box({ active: 2 }))).toEqual({ do: 'light', option: 0 });
  expect(keyActionOf(press('ArrowUp'), box({ active: -1 }))).toEqual({ do: 'light', option: 2 });
  expect(keyActionOf(press('ArrowUp'), box({ active: 1 }))).toEqual({ do: 'light', option: 0 });
  expect(keyActionOf(press('ArrowDown'), box({ open: false }))).toEqual({ do: 'open' });
});

test('Home and End move the caret until an option is lit', () => {
  expect(keyActionOf(press('Home'), box())).toEqual({ do: 'leave' });
  expect(keyActionOf(press('Home'), box({ active: 2 }))).toEqual({ do: 'light', option: 0 });
  expect(keyActionOf(press('End'), box({ active: 0 }))).toEqual({ do: 'light', option: 2 });
});

test('Enter chooses the lit option and is otherwise left to the form', () => {
  expect(keyActionOf(press('Enter'), box({ active: 1 }))).toEqual({ do: 'choose', option: 1 });
  expect(keyActionOf(press('Enter'), box())).toEqual({ do: 'leave' });
  expect(keyActionOf(press('Enter'), box({ open: false, active: 1 }))).toEqual({ do: 'leave' });
});

test('Escape closes the list first and empties the box second', () => {
  expect(keyActionOf(press('Escape'), box())).toEqual({ do: 'close' });
  expect(keyActionOf(press('Escape'), box({ open: false }))).toEqual({ do: 'clear' });
});

test('keys with Ctrl or Command are not ours', () => {
  expect(keyActionOf(press('Enter', { modified: true }), box({ active: 1 }))).toEqual({ do: 'leave' });
});
