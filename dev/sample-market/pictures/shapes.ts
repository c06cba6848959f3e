// SVG as text. Coordinates are pixels of a sheet of 960 × 720; `more` holds further attributes of an element.

/** Half a pixel is finer than the JPEG shows. */
const n = (value: number) => String(Math.round(value * 2) / 2);

/** Tag for coordinates, such as the data of a path or the points of a polygon: rounds its numbers. */
export function trace(texts: TemplateStringsArray, ...numbers: number[]): string {
  return String.raw({ raw: texts }, ...numbers.map(n));
}

function element(name: string, geometry: string, fill: string, more: string): string {
  return `<${name} ${geometry} fill="${fill}"${more && ` ${more}`}/>`;
}

export function rect(x: number, y: number, w: number, h: number, fill: string, more = ''): string {
  return element('rect', trace`x="${x}" y="${y}" width="${w}" height="${h}"`, fill, more);
}

export function circle(x: number, y: number, r: number, fill: string, more = ''): string {
  return element('circle', trace`cx="${x}" cy="${y}" r="${r}"`, fill, more);
}

export function ellipse(x: number, y: number, rx: number, ry: number, fill: string, more = ''): string {
  return element('ellipse', trace`cx="${x}" cy="${y}" rx="${rx}" ry="${ry}"`, fill, more);
}

/** `points` as SVG writes them: "0,690 150,470". */
export function poly(points: string, fill: string, more = ''): string {
  return element('polygon', `points="${points}"`, fill, more);
}

/** Four corners between two level edges: the first from `x1` to `x2` at `y`, the other from `x3` to `x4` at `y2`. */
export function band(x1: number, x2: number, y: number, x3: number, x4: number, y2: number): string {
  return trace`${x1},${y} ${x2},${y} ${x4},${y2} ${x3},${y2}`;
}

/** A triangle: its level edge from `x1` to `x2` at `y`, and its peak. */
export function triangle(x1: number, x2: number, y: number, peakX: number, peakY: number): string {
  return trace`${x1},${y} ${x2},${y} ${peakX},${peakY}`;
}

export function path(d: string, fill: string, more = ''): string {
  return element('path', `d="${d}"`, fill, more);
}

/** A path that is drawn, not filled; its ends are straight. */
export function lines(d: string, color: string, width: number, more = ''): string {
  return path(d, 'none', `stroke="${color}" stroke-width="${n(width)}"${more && ` ${more}`}`);
}

/** The same with round ends. */
export function stroke(d: string, color: string, width: number): string {
  return lines(d, color, width, 'stroke-linecap="round" stroke-linejoin="round"');
}

/** Attributes that round the corners of a shape and make it larger by half of `width`. */
export function round(color: string, width: number): string {
  return `stroke="${color}" stroke-width="${width}" stroke-linejoin="round"`;
}

/** A vertical line at each of `xs`. */
export function bars(xs: number[], y1: number, y2: number, color: string, width: number): string {
  return lines(xs.map((x) => trace`M${x} ${y1}V${y2}`).join(''), color, width);
}

/** A horizontal line at each of `ys`. */
export function rails(ys: number[], x1: number, x2: number, color: string, width: number, more = ''): string {
  return lines(ys.map((y) => trace`M${x1} ${y}H${x2}`).join(''), color, width, more);
}

/** A shadow: black, mostly transparent. */
export function shadow(x: number, y: number, w: number, h: number, opacity = 0.12): string {
  return rect(x, y, w, h, '#000', `opacity="${opacity}"`);
}
