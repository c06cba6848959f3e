import { afterEach, expect, test, vi } from 'vitest';
import { watchNear } from './watch-near.ts';

afterEach(() => vi.unstubAllGlobals());

/** A browser that tells what it is given to tell, in one go. */
function fakeObserver() {
  let tell: (moments: { isIntersecting: boolean }[]) => void = () => {};
  const seen = { observed: null as unknown, options: {}, ended: false };
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(told: typeof tell, options: object) {
        tell = told;
        seen.options = options;
      }
      observe = (element: unknown) => {
        seen.observed = element;
      };
      disconnect = () => {
        seen.ended = true;
      };
    },
  );
  return { seen, tell: (...isNear: boolean[]) => tell(isNear.map((isIntersecting) => ({ isIntersecting }))) };
}

test('what was far and is near is near, though a busy browser tells both at once', () => {
  const { seen, tell } = fakeObserver();
  const element = {} as Element;
  const onNear = vi.fn();
  const end = watchNear(element, onNear, { margin: '900px' });
  expect(seen).toMatchObject({ observed: element, options: { root: null, rootMargin: '900px' } });
  tell(false);
  expect(onNear).not.toHaveBeenCalled();
  tell(false, true);
  expect(onNear).toHaveBeenCalledTimes(1);
  tell(true, false);
  expect(onNear).toHaveBeenCalledTimes(1);
  tell(true);
  expect(onNear).toHaveBeenCalledTimes(2);
  end();
  expect(seen.ended).toBe(true);
});
