/**
 * What a key means in the place box, apart from the DOM: the ARIA combobox pattern, and what Korean keyboards
 * need (rule R22).
 *
 * While a syllable is being composed the keys belong to the input method: it tells by `isComposing`, some by key
 * code 229 alone, and Safari ends the composition just before the keydown that ended it, hence `justComposed`.
 * Enter is never turned into a search here: the form's own submit event is, which the browser fires exactly once
 * for an Enter that means Enter.
 */

export interface KeyPress {
  key: string;
  isComposing: boolean;
  /** 229 while an input method handles the key. */
  keyCode: number;
  altKey?: boolean;
  modified?: boolean;
}

export interface BoxState {
  open: boolean;
  count: number;
  /** Index of the active option, -1 for none. */
  active: number;
  /** A composition ended in this tick. */
  justComposed: boolean;
}

export type KeyAction =
  /** Left to the browser or the input method. */
  | { do: 'leave' }
  | { do: 'open' }
  | { do: 'light'; option: number }
  | { do: 'choose'; option: number }
  | { do: 'close' }
  | { do: 'clear' };

const LEAVE: KeyAction = { do: 'leave' };

export function resolveKey(press: KeyPress, box: BoxState): KeyAction {
  if (press.isComposing || press.keyCode === 229 || box.justComposed || press.modified) return LEAVE;
  const showing = box.open && box.count > 0;
  switch (press.key) {
    case 'ArrowDown':
      if (!showing) return { do: 'open' };
      if (press.altKey) return LEAVE;
      return { do: 'light', option: box.active + 1 >= box.count ? 0 : box.active + 1 };
    case 'ArrowUp':
      if (!showing) return { do: 'open' };
      if (press.altKey) return { do: 'close' };
      return { do: 'light', option: box.active <= 0 ? box.count - 1 : box.active - 1 };
    case 'Home':
      return showing && box.active >= 0 ? { do: 'light', option: 0 } : LEAVE;
    case 'End':
      return showing && box.active >= 0 ? { do: 'light', option: box.count - 1 } : LEAVE;
    case 'Enter':
      return showing && box.active >= 0 ? { do: 'choose', option: box.active } : LEAVE;
    case 'Escape':
      return box.open ? { do: 'close' } : { do: 'clear' };
    default:
      return LEAVE;
  }
}
