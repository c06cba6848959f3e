import type { SearchType } from '@maru/listing';
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import type { Visitor } from './visitor.ts';

/** Page object of the search page: the place box, the list, the filters, the map. */
export class SearchScreen {
  readonly #visitor: Visitor;

  constructor(visitor: Visitor) {
    this.#visitor = visitor;
  }

  get placeBox(): Locator {
    const { page, say } = this.#words;
    return page.getByRole('combobox', { name: say('place.label') });
  }

  get suggestions(): Locator {
    return this.#visitor.page.getByRole('listbox').getByRole('option');
  }

  /** The highlighted suggestion. */
  get highlightedSuggestion(): Locator {
    return this.#visitor.page.getByRole('listbox').getByRole('option', { selected: true });
  }

  get cards(): Locator {
    const { page, say } = this.#words;
    return page.getByRole('list', { name: say('search.results') }).getByRole('article');
  }

  card(homeId: string): Locator {
    return this.#visitor.page.locator(`article[data-home="${homeId}"]`).first();
  }

  /** The ids of the listed homes in order. */
  async listHomeIds(): Promise<string[]> {
    return this.cards.evaluateAll((cards) => cards.map((card) => card.getAttribute('data-home') ?? ''));
  }

  /** Waits until the page shows this number of homes. */
  async waitForTotal(total: number): Promise<void> {
    const { page, say } = this.#words;
    const text = say('search.count', { count: total });
    await page.getByText(text, { exact: true }).filter({ visible: true }).first().waitFor();
  }

  get chips(): Locator {
    const { page, say } = this.#words;
    return page.getByRole('list', { name: say('chip.label') });
  }

  get map(): Locator {
    const { page, say } = this.#words;
    return page.getByRole('complementary', { name: say('map.label') });
  }

  /** Pins of single homes and circles of several. */
  get pins(): Locator {
    return this.map.locator('button.map-pin');
  }

  /** The center of an uncovered pin (`home`) or circle (`cluster`), in px of the window. */
  async findFreePin(kind: string): Promise<[number, number]> {
    let at: [number, number] | undefined;
    await expect
      .poll(async () => {
        at = await this.map.locator(`button.map-pin[data-kind="${kind}"]`).evaluateAll((pins) => {
          const middles = pins.map((pin): [number, number] => {
            const { left, top, width, height } = pin.getBoundingClientRect();
            return [left + width / 2, top + height / 2];
          });
          return middles.find(([x, y]) =>
            document
              .elementFromPoint(x, y)
              ?.closest('.map-pin, .maplibregl-canvas-container, [data-map-ground] > section'),
          );
        });
        return at !== undefined;
      })
      .toBe(true);
    return at as [number, number];
  }

  /** The total number of homes of all pins and circles. */
  async countHomesOnMap(): Promise<number> {
    return this.pins.evaluateAll((pins) =>
      pins.reduce((sum, pin) => {
        const circle = (pin as HTMLElement).dataset.kind === 'cluster';
        return sum + (circle ? Number((pin.textContent ?? '').replace(/\D/g, '')) : 1);
      }, 0),
    );
  }

  async seesOnMap(homes: number): Promise<void> {
    await expect.poll(() => this.countHomesOnMap(), { timeout: 20_000 }).toBe(homes);
  }

  /** Drags the map by so many pixels. */
  async dragMap(dx: number, dy: number): Promise<void> {
    const { page } = this.#visitor;
    const box = await this.map.boundingBox();
    if (box === null) throw new Error('the map is not shown');
    // Clear of the buttons at the top, and of the list that covers the lower part on a phone.
    const x = box.x + box.width / 2;
    const y = box.y + Math.min(box.height, 700) * (this.#visitor.width === 390 ? 0.4 : 0.7);
    // Waits until nothing covers it, and moves aside if a pin does.
    const whatLiesAt = ([left, top]: readonly [number, number]) => {
      const element = document.elementFromPoint(left, top);
      return element?.closest('.map-pin')
        ? 'pin'
        : element?.closest('.maplibregl-map, [data-map-ground]')
          ? 'map'
          : 'other';
    };
    const steps = [0, 44, 88, -44, -88];
    let free: number | undefined;
    await expect
      .poll(async () => {
        for (const step of steps) {
          if ((await page.evaluate(whatLiesAt, [x + step, y] as const)) !== 'map') continue;
          free = step;
          return true;
        }
        return false;
      })
      .toBe(true);
    const from = { x: x + (free ?? 0), y };
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + dx / 2, from.y + dy / 2, { steps: 3 });
    await page.mouse.move(from.x + dx, from.y + dy, { steps: 3 });
    await page.mouse.up();
  }

  /** Waits until the map has stopped moving: no pin has moved for ten frames. */
  async waitForMap(): Promise<void> {
    await this.pins.first().evaluate(
      (pin) =>
        new Promise<void>((done) => {
          let [last, frames] = ['', 0];
          const look = () => {
            const { left, top } = pin.getBoundingClientRect();
            frames = `${left},${top}` === last ? frames + 1 : 0;
            last = `${left},${top}`;
            if (frames === 10) done();
            else requestAnimationFrame(look);
          };
          look();
        }),
    );
  }

  /** Draws a loop on the map, its center offset from the map's by these fractions of width and height. */
  async drawLoop(right: number, below: number): Promise<void> {
    const { page } = this.#visitor;
    const box = await this.map.boundingBox();
    if (box === null) throw new Error('the map is not shown');
    const x = box.x + box.width * (0.5 + right);
    const y = box.y + box.height * (0.5 + below);
    const radius = Math.min(box.width, box.height) * 0.16;
    const at = (turn: number) =>
      [x + radius * Math.cos(turn * 2 * Math.PI), y + radius * Math.sin(turn * 2 * Math.PI)] as const;
    await page.mouse.move(...at(0));
    await page.mouse.down();
    for (let step = 1; step <= 24; step += 1) await page.mouse.move(...at(step / 24));
    await page.mouse.up();
  }

  /** The API query for the search in the address bar. */
  apiQuery(searchType: SearchType, place: string): string {
    const query = this.#visitor.query;
    query.delete('zoom');
    query.set('searchType', searchType);
    query.set('place', place);
    return query.toString();
  }

  get #words() {
    const { page } = this.#visitor;
    return { page, say: this.#visitor.say.bind(this.#visitor) };
  }
}
