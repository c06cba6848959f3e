import { escapeHtml } from '../http/plain-page.ts';
import { FONT_FAMILY } from './font-files.ts';
import type { Typeface } from './typeface.ts';

/** Size of a link preview in px. KakaoTalk crops it to 2:1, so 15 px at the top and bottom stay empty. */
export const PREVIEW_WIDTH = 1_200;
export const PREVIEW_HEIGHT = 630;

interface Line {
  x: number;
  y: number;
  size: number;
  /** Maximum width of the text. */
  width: number;
  bold?: boolean;
  fill?: string;
  opacity?: number;
}

/** An SVG under construction, with a record of its texts. */
export class Sheet {
  readonly texts: string[] = [];
  readonly #typeface: Typeface;
  readonly #parts: string[] = [];

  constructor(typeface: Typeface) {
    this.#typeface = typeface;
  }

  add(part: string): void {
    this.#parts.push(part);
  }

  /** Draws one line on its baseline; nothing for empty text. Returns its width. */
  line(text: string, { x, y, size, width, bold = false, fill = '#ffffff', opacity = 1 }: Line): number {
    const face = this.#selectFace(bold);
    const shown = face.fit(text, size, width);
    if (shown === '') return 0;
    this.texts.push(shown);
    this.add(
      `<text x="${x}" y="${y}" font-size="${size}" font-weight="${bold ? 700 : 400}" fill="${fill}"${opacity === 1 ? '' : ` opacity="${opacity}"`}>${escapeHtml(shown)}</text>`,
    );
    return face.measureWidth(shown, size);
  }

  /** Draws several lines, the first on baseline `y`; returns the last baseline. */
  block(text: string, { lines, leading, ...first }: Line & { lines: number; leading: number }): number {
    let y = first.y;
    for (const [at, one] of this.#selectFace(first.bold ?? false)
      .wrap(text, { ...first, lines })
      .entries()) {
      y = first.y + at * leading;
      this.line(one, { ...first, y });
    }
    return y;
  }

  /** Draws a label with a background; `x` is its left edge, or with `fromRight` its right edge. Returns its width. */
  chip(
    text: string,
    {
      x,
      y,
      fill,
      ground,
      fromRight = false,
    }: { x: number; y: number; fill: string; ground: string; fromRight?: boolean },
  ): number {
    const [size, pad, height] = [28, 20, 52];
    const face = this.#typeface.bold;
    const shown = face.fit(text, size, PREVIEW_WIDTH / 2);
    const width = Math.ceil(face.measureWidth(shown, size)) + pad * 2;
    const left = fromRight ? x - width : x;
    this.add(`<rect x="${left}" y="${y}" width="${width}" height="${height}" rx="10" fill="${ground}"/>`);
    this.line(shown, { x: left + pad, y: y + 36, size, width: width, bold: true, fill });
    return width;
  }

  measureWidth(text: string, size: number): number {
    return this.#typeface.regular.measureWidth(this.#typeface.regular.only(text), size);
  }

  toSvg(): string {
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${PREVIEW_WIDTH}" height="${PREVIEW_HEIGHT}" viewBox="0 0 ${PREVIEW_WIDTH} ${PREVIEW_HEIGHT}" font-family="${FONT_FAMILY}">${this.#parts.join('')}</svg>`;
  }

  #selectFace(bold: boolean) {
    return bold ? this.#typeface.bold : this.#typeface.regular;
  }
}
