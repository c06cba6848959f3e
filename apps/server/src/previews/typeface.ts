import { FontFace } from './font-face.ts';
import { readFontFiles } from './font-files.ts';

/** The typeface in weights 400 and 700. */
export interface Typeface {
  regular: FontFace;
  bold: FontFace;
}

export async function loadTypeface(): Promise<Typeface> {
  const [regular, bold] = await readFontFiles();
  return { regular: new FontFace(regular), bold: new FontFace(bold) };
}
