import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { FONT_FAMILY, readFontFiles } from './font-files.ts';
import { LAND_SLOT, Land } from './land.ts';
import type { MapFrame } from './map-frame.ts';

/** Messages of the drawing thread: an SVG in, a PNG with transparent background out. */
export interface DrawTask {
  id: number;
  svg: string;
  /** Where to draw land. */
  frame: MapFrame | null;
}
export type DrawAnswer = { id: number; png: Uint8Array } | { id: number; fault: string };

const wasm = createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm');
const ready = Promise.all([readFontFiles(), readFile(wasm).then((file) => initWasm(file))]);
let land: Promise<Land> | undefined;

parentPort?.on('message', (task: DrawTask) => {
  draw(task).then(
    (png) => parentPort?.postMessage({ id: task.id, png } satisfies DrawAnswer),
    (error: unknown) => parentPort?.postMessage({ id: task.id, fault: String(error) } satisfies DrawAnswer),
  );
});

async function draw({ svg, frame }: DrawTask): Promise<Uint8Array> {
  const [fontBuffers] = await ready;
  let whole = svg;
  if (frame !== null) {
    land ??= Land.load();
    whole = svg.replace(LAND_SLOT, (await land).draw(frame));
  }
  const image = new Resvg(whole, {
    font: { fontBuffers, defaultFontFamily: FONT_FAMILY, sansSerifFamily: FONT_FAMILY },
  });
  try {
    const drawn = image.render();
    const png = drawn.asPng();
    drawn.free();
    return png;
  } finally {
    image.free();
  }
}
