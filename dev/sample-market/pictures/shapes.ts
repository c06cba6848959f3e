/** The few SVG shapes that every drawing is made of. Coordinates are whole or half pixels of a 960 × 720 sheet. */
export type Point = readonly [x: number, y: number];

const n = (value: number) => String(Math.round(value * 10) / 10);

export function rect(x: number, y: number, w: number, h: number, fill: string, more = ''): string {
  return `<rect x="${n(x)}" y="${n(y)}" width="${n(Math.max(0, w))}" height="${n(Math.max(0, h))}" fill="${fill}" ${more}/>`;
}

/** `points` as SVG writes them ("0,690 150,470"), or to be rounded. */
export function poly(points: string | readonly Point[], fill: string, more = ''): string {
  const written = typeof points === 'string' ? points : points.map(([x, y]) => `${n(x)},${n(y)}`).join(' ');
  return `<polygon points="${written}" fill="${fill}" ${more}/>`;
}

/** Four corners between two horizontal edges: the first from `x1` to `x2` at `y`, the other from `x3` to `x4` at `y2`. */
export function band(x1: number, x2: number, y: number, x3: number, x4: number, y2: number): Point[] {
  return [
    [x1, y],
    [x2, y],
    [x4, y2],
    [x3, y2],
  ];
}

/** A triangle: its horizontal edge from `x1` to `x2` at `y`, and its peak. */
export function triangle(x1: number, x2: number, y: number, peakX: number, peakY: number): Point[] {
  return [
    [x1, y],
    [x2, y],
    [peakX, peakY],
  ];
}

export function circle(x: number, y: number, r: number, fill: string, more = ''): string {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}" ${more}/>`;
}

export function ellipse(x: number, y: number, rx: number, ry: number, fill: string, more = ''): string {
  return `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}" ${more}/>`;
}

export function path(d: string, fill: string, more = ''): string {
  return `<path d="${d}" fill="${fill}" ${more}/>`;
}

export function line(
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  stroke: string,
  width = 2,
  more = '',
): string {
  return `<line x1="${n(x1)}" y1="${n(y1)}" x2="${n(x2)}" y2="${n(y2)}" stroke="${stroke}" stroke-width="${n(width)}" ${more}/>`;
}

export function group(content: string, attributes: string): string {
  return `<g ${attributes}>${content}</g>`;
}

/** `color` moved towards black (negative) or white (positive) by up to 1. */
export function shade(color: string, by: number): string {
  const value = Number.parseInt(color.slice(1), 16);
  const target = by < 0 ? 0 : 255;
  const part = Math.abs(by);
  const mixed = [16, 8, 0].map((shift) => {
    const channel = (value >> shift) & 255;
    return Math.round(channel + (target - channel) * part)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${mixed.join('')}`;
}
