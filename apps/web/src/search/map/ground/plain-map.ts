import { type Camera, panned, worldX, worldY, zoomedAround } from '../camera.ts';
import { type MoveCause, prefersCalm } from '../map-view.ts';

/** Less is a press, not a pull. */
const PULL_PX = 4;
/** So long after the last hand has left, the library takes over: a press has been heard by then, and no second tap comes. */
const HANDS_OFF_MS = 350;
/** A failed load is tried again by the next touch, not by this one. */
const EASE_MS = 400;
const KEY_PX = 100;
/** A wheel turned so far (px) is one zoom. */
const WHEEL_PX = 450;
const WHEEL_REST_MS = 200;
const LOWEST_ZOOM = 2;
const HIGHEST_ZOOM = 18;

interface PlainMapParts<View> {
  camera: () => Camera;
  show: (camera: Camera) => void;
  /** The map has come to rest. */
  rest: (cause: MoveCause) => void;
  /** The ground was pressed, at px of the box. */
  press: (left: number, top: number) => void;
  /** Fetches the map library. */
  wake: () => Promise<View>;
  /** The library is here, and no hand is on the map. */
  handOver: (view: View) => void;
}

/**
 * Hands, keys and wheel on a plain map: it is pulled, pinched and walked at once, and the first of them fetches the library, which is
 * handed the map once it rests.
 */
export class PlainMap<View> {
  readonly #face: HTMLElement;
  readonly #parts: PlainMapParts<View>;
  readonly #stop = new AbortController();
  /** Where each finger is, px of the window. */
  readonly #fingers = new Map<number, { x: number; y: number }>();
  #isPulled = false;
  #swallow = false;
  #frame = 0;
  #quiet: ReturnType<typeof setTimeout> | undefined;
  #turning: ReturnType<typeof setTimeout> | undefined;
  #isWaking = false;
  #mayWake = true;
  #view: View | undefined;
  /** Whether the library has the map. */
  isOver = false;

  constructor(face: HTMLElement, parts: PlainMapParts<View>) {
    this.#face = face;
    this.#parts = parts;
    const { signal } = this.#stop;
    face.addEventListener('pointerdown', (event) => this.#down(event), { signal });
    face.addEventListener('focusin', () => this.#wake(), { signal });
    face.addEventListener('keydown', (event) => this.#key(event), { signal });
    face.addEventListener('wheel', (event) => this.#turn(event), { signal, passive: false });
    face.addEventListener(
      'click',
      (event) => {
        if (!this.#swallow) return;
        this.#swallow = false;
        event.preventDefault();
        event.stopPropagation();
      },
      { signal, capture: true },
    );
    face.addEventListener(
      'click',
      (event) => {
        const { left, top } = face.getBoundingClientRect();
        this.#parts.press(event.clientX - left, event.clientY - top);
      },
      { signal },
    );
    for (const kind of ['pointermove', 'pointerup', 'pointercancel'] as const)
      window.addEventListener(kind, (event) => this.#follow(event), { signal });
  }

  /** As if the visitor had gone there. */
  goTo(latitude: number, longitude: number, zoom: number): void {
    this.#wake();
    this.#ease({ ...this.#parts.camera(), x: worldX(longitude), y: worldY(latitude), zoom: within(zoom) });
  }

  /** One zoom nearer or further. */
  step(by: 1 | -1): void {
    this.#wake();
    const camera = this.#parts.camera();
    this.#ease({ ...camera, zoom: within(Math.round(camera.zoom) + by) });
  }

  /** The page looks elsewhere. */
  jump(camera: Camera): void {
    this.#halt();
    this.#parts.show(camera);
    this.#parts.rest('page');
  }

  /** The library did not come, or cannot draw: the map stays as it is. */
  stay(): void {
    this.isOver = false;
    this.#mayWake = false;
  }

  end(): void {
    this.isOver = true;
    this.#stop.abort();
    this.#halt();
    clearTimeout(this.#quiet);
    clearTimeout(this.#turning);
  }

  #down(event: PointerEvent): void {
    if (event.button !== 0) return;
    this.#halt();
    if (this.#fingers.size === 0) {
      this.#isPulled = false;
      this.#swallow = false;
    }
    this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.#wake();
  }

  #follow(event: PointerEvent): void {
    const last = this.#fingers.get(event.pointerId);
    if (last === undefined) return;
    if (event.type !== 'pointermove') {
      this.#fingers.delete(event.pointerId);
      if (this.#fingers.size === 0) this.#released();
      return;
    }
    const next = { x: event.clientX, y: event.clientY };
    if (!this.#isPulled && Math.hypot(next.x - last.x, next.y - last.y) < PULL_PX) return;
    this.#isPulled = true;
    const before = measureFingers(this.#fingers);
    this.#fingers.set(event.pointerId, next);
    const after = measureFingers(this.#fingers);
    const { left, top } = this.#face.getBoundingClientRect();
    let camera = panned(this.#parts.camera(), after.x - before.x, after.y - before.y);
    if (before.wide > 0 && after.wide > 0) {
      const zoom = within(camera.zoom + Math.log2(after.wide / before.wide));
      camera = zoomedAround(camera, zoom, after.x - left, after.y - top);
    }
    this.#parts.show(camera);
  }

  #released(): void {
    if (this.#isPulled) {
      // The press that ends a pull is not a press on what lies under it.
      this.#swallow = true;
      setTimeout(() => {
        this.#swallow = false;
      }, 50);
      this.#parts.rest('visitor');
    }
    this.#whenQuiet();
  }

  #key(event: KeyboardEvent): void {
    if (event.target !== this.#face) return;
    const [dx, dy] = ARROWS[event.key] ?? [0, 0];
    if (dx !== 0 || dy !== 0) this.#ease(panned(this.#parts.camera(), dx * KEY_PX, dy * KEY_PX));
    else if (event.key === '+' || event.key === '=') this.step(1);
    else if (event.key === '-') this.step(-1);
    else return;
    event.preventDefault();
  }

  #turn(event: WheelEvent): void {
    event.preventDefault();
    this.#wake();
    this.#halt();
    const { left, top } = this.#face.getBoundingClientRect();
    const camera = this.#parts.camera();
    const zoom = within(camera.zoom - event.deltaY / WHEEL_PX);
    this.#parts.show(zoomedAround(camera, zoom, event.clientX - left, event.clientY - top));
    clearTimeout(this.#turning);
    this.#turning = setTimeout(() => {
      this.#turning = undefined;
      this.#parts.rest('visitor');
      this.#whenQuiet();
    }, WHEEL_REST_MS);
  }

  /** Goes there in a moment; at once for who wants things calm. */
  #ease(to: Camera): void {
    this.#halt();
    const from = this.#parts.camera();
    const began = performance.now();
    const step = () => {
      this.#frame = 0;
      const share = prefersCalm() ? 1 : Math.min(1, (performance.now() - began) / EASE_MS);
      this.#parts.show(share === 1 ? to : between(from, to, 1 - (1 - share) ** 3));
      if (share < 1) this.#frame = requestAnimationFrame(step);
      else {
        this.#parts.rest('visitor');
        this.#whenQuiet();
      }
    };
    this.#frame = requestAnimationFrame(step);
  }

  #halt(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  #wake(): void {
    if (this.#isWaking || !this.#mayWake) return;
    this.#isWaking = true;
    this.#parts.wake().then(
      (view) => {
        this.#view = view;
        this.#whenQuiet();
      },
      // The next touch asks again.
      () => {
        this.#isWaking = false;
      },
    );
  }

  /** Hands the map over once nothing moves it any more. */
  #whenQuiet(): void {
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => {
      const isBusy = this.#fingers.size > 0 || this.#frame !== 0 || this.#turning !== undefined;
      if (this.#view === undefined || this.isOver || !this.#mayWake || isBusy) return;
      this.isOver = true;
      this.#parts.handOver(this.#view);
    }, HANDS_OFF_MS);
  }
}

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

const within = (zoom: number) => Math.max(LOWEST_ZOOM, Math.min(HIGHEST_ZOOM, zoom));

/** The middle of the fingers and how far two of them are apart. */
function measureFingers(fingers: ReadonlyMap<number, { x: number; y: number }>): {
  x: number;
  y: number;
  wide: number;
} {
  const [one = { x: 0, y: 0 }, other] = [...fingers.values()];
  if (other === undefined) return { ...one, wide: 0 };
  return {
    x: (one.x + other.x) / 2,
    y: (one.y + other.y) / 2,
    wide: Math.hypot(one.x - other.x, one.y - other.y),
  };
}

/** Between two cameras, so that what is gone to comes straight nearer on the screen. */
export function between(from: Camera, to: Camera, share: number): Camera {
  const zooms = to.zoom - from.zoom;
  const zoom = from.zoom + zooms * share;
  const way = Math.abs(zooms) < 1e-9 ? share : (1 - 2 ** (-zooms * share)) / (1 - 2 ** -zooms);
  return { ...to, zoom, x: from.x + (to.x - from.x) * way, y: from.y + (to.y - from.y) * way };
}
