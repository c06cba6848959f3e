import type { HomeFacts } from '../home-facts.ts';
import type { Look } from './palette.ts';
import { B, outlook, T } from './room-shell.ts';
import { circle, line, path, rect, shade } from './shapes.ts';

/** A living room or bedroom without its furniture: the same window and fireplace, bare floor and walls. */
export function emptyRoom(kind: 'living' | 'bedroom', home: HomeFacts, look: Look): string {
  const dark = shade(look.inner, -0.14);
  let out =
    kind === 'living'
      ? outlook(look, home, 216, 138, 270, 230, false)
      : outlook(look, home, 190, 140, 140, 190, false);
  if (kind === 'living' && home.fireplace)
    out +=
      rect(590, T, 160, B - T, shade(look.cladding === 'brick' ? '#b9856c' : look.inner, -0.08)) +
      rect(570, 288, 200, 16, look.wood) +
      rect(612, 340, 116, B - 340, '#3c3836') +
      rect(626, B - 20, 88, 8, '#6b625a');
  // What an empty room still has: sockets, a vent, a ceiling light, the light of the window on the floor.
  for (const x of [186, 530]) out += rect(x, 424, 18, 26, '#fdfbf6', `stroke="${dark}" stroke-width="1.5"`);
  out += rect(690, 440, 70, 14, '#fdfbf6', `stroke="${dark}" stroke-width="1.5"`);
  for (let x = 698; x < 756; x += 9) out += line(x, 442, x, 452, dark, 1.5);
  out += circle(480, 46, 26, shade(look.inner, 0.75)) + circle(480, 46, 15, '#fff6dc');
  return (
    out +
    path('M260 496 L500 496 L600 660 L290 660Z', '#fff8e1', 'opacity=".28"') +
    path('M378 496 L388 496 L448 660 L436 660Z', shade(look.floor, -0.08), 'opacity=".4"')
  );
}
