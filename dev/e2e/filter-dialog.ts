import type { MessageKey } from '@maru/words';
import type { Locator } from 'playwright-core';
import type { Visitor } from './visitor.ts';

/** Page object of the filter dialog: on a phone behind the filter button, else behind "More". */
export class FilterDialog {
  readonly #visitor: Visitor;
  readonly #box: Locator;

  private constructor(visitor: Visitor) {
    this.#visitor = visitor;
    this.#box = visitor.page.getByRole('dialog', { name: visitor.say('filter.title') });
  }

  static async open(visitor: Visitor): Promise<FilterDialog> {
    const name = visitor.say(visitor.width === 390 ? 'filter.open' : 'filter.more');
    await visitor.page.getByRole('button', { name, exact: true }).click();
    const dialog = new FilterDialog(visitor);
    await dialog.#box.waitFor();
    return dialog;
  }

  group(legend: MessageKey): Locator {
    return this.#box.getByRole('group', { name: new RegExp(`^${literal(this.#visitor.say(legend))}`) });
  }

  /** Selects one of several options. */
  async choose(legend: MessageKey, choice: string): Promise<void> {
    await this.group(legend)
      .getByRole('radio', { name: new RegExp(`^${literal(choice)}`) })
      .check();
  }

  async check(legend: MessageKey, choice: string): Promise<void> {
    await this.group(legend)
      .getByRole('checkbox', { name: new RegExp(`^${literal(choice)}( |$)`) })
      .first()
      .check();
  }

  async type(legend: MessageKey, field: MessageKey, text: string): Promise<void> {
    const box = this.group(legend).getByRole('textbox', { name: this.#visitor.say(field), exact: true });
    await box.fill(text);
    await box.press('Enter');
  }

  async fillDay(label: MessageKey, day: string): Promise<void> {
    await this.#box.getByLabel(this.#visitor.say(label)).fill(day);
  }

  /** Waits until the button shows the number of homes. */
  async waitForTotal(total: number): Promise<Locator> {
    const button = this.#box.getByRole('button', {
      name: this.#visitor.say('filter.show', { count: total }),
    });
    await button.waitFor();
    return button;
  }

  async show(total: number): Promise<void> {
    await (await this.waitForTotal(total)).click();
    await this.#box.waitFor({ state: 'hidden' });
    await this.#visitor.waitForFrames();
  }
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
