/** What `draw` returns for each item, joined. */
export function each<T>(items: readonly T[], draw: (item: T, index: number) => string): string {
  return items.map(draw).join('');
}

/** The numbers from `from` to below `to`. */
export function range(from: number, to: number, step = 1): number[] {
  return Array.from({ length: Math.max(0, Math.ceil((to - from) / step)) }, (_, i) => from + i * step);
}

export function group(content: string, attributes: string): string {
  return `<g ${attributes}>${content}</g>`;
}

/** Puts `content`, drawn around (0, 0), at (`x`, `y`), `s` times as large. */
export function place(content: string, x: number, y: number, s = 1): string {
  const [dx, dy, scale] = [x, y, s].map((value) => Math.round(value * 100) / 100);
  return group(content, `transform="translate(${dx} ${dy})${s === 1 ? '' : ` scale(${scale})`}"`);
}

export function mirror(content: string): string {
  return group(content, 'transform="translate(960 0) scale(-1 1)"');
}
