import { randomOf } from '../random.ts';
import type { Look } from './palette.ts';
import { circle, ellipse, path, rect, shade } from './shapes.ts';

/** Definitions that the drawings share: sky gradient and the textures of walls and roofs. */
export function definitions(look: Look): string {
  return `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${look.skyTop}"/><stop offset="1" stop-color="${look.skyLow}"/></linearGradient>
<pattern id="tile" width="16" height="12" patternUnits="userSpaceOnUse"><path d="M0 3 Q4 9 8 3 Q12 9 16 3" fill="none" stroke="#000" stroke-opacity=".16" stroke-width="2"/></pattern>
<pattern id="shingle" width="26" height="18" patternUnits="userSpaceOnUse"><path d="M0 9H26M0 18H26M8 0V9M21 9V18" fill="none" stroke="#000" stroke-opacity=".1" stroke-width="1.5"/></pattern>
<pattern id="siding" width="40" height="13" patternUnits="userSpaceOnUse"><path d="M0 12.5H40" stroke="#000" stroke-opacity=".09" stroke-width="1.6"/></pattern>
<pattern id="batten" width="22" height="40" patternUnits="userSpaceOnUse"><path d="M11 0V40" stroke="#000" stroke-opacity=".08" stroke-width="2"/></pattern>
<pattern id="brick" width="30" height="18" patternUnits="userSpaceOnUse"><path d="M0 9H30M0 18H30M8 0V9M23 9V18" fill="none" stroke="#fff" stroke-opacity=".22" stroke-width="1.5"/></pattern></defs>`;
}

/** Sky, sun, clouds and far hills down to `horizon`. */
export function sky(look: Look, horizon = 500): string {
  const random = randomOf(look.salt, 'sky');
  let out = rect(0, 0, 960, horizon + 60, 'url(#sky)');
  const sunX = random.int(120, 840);
  if (look.hour === 'golden' || look.hour === 'morning') {
    out +=
      circle(sunX, horizon - 180, 90, '#fff6d8', 'opacity=".45"') +
      circle(sunX, horizon - 180, 46, '#fff3cf', 'opacity=".9"');
  } else if (look.hour === 'dusk') {
    out += circle(sunX, 110, 24, '#fdf3dc', 'opacity=".9"');
    for (let i = 0; i < 16; i++)
      out += circle(random.int(0, 960), random.int(0, 220), 1.6, '#fff', 'opacity=".7"');
  }
  const clouds = random.int(1, 3);
  for (let i = 0; i < clouds; i++) {
    const x = random.int(-40, 900);
    const y = random.int(50, 200);
    const s = random.between(0.6, 1.2);
    out += `<g opacity="${look.hour === 'dusk' ? 0.25 : 0.75}" fill="#fff">${[
      [0, 0, 62, 20],
      [46, -16, 44, 26],
      [96, -2, 60, 20],
    ]
      .map(([dx, dy, rx, ry]) => ellipse(x + dx! * s, y + dy! * s, rx! * s, ry! * s, '#fff'))
      .join('')}</g>`;
  }
  return out + hills(look, horizon);
}

function hills(look: Look, horizon: number): string {
  const random = randomOf(look.salt, 'hills');
  const ridge = (base: number, swing: number, color: string) => {
    let d = `M0 ${horizon + 60} L0 ${base}`;
    for (let x = 0; x < 960; x += 240) {
      const peak = base - random.int(0, swing);
      d += ` Q${x + 120} ${peak - swing * 0.4} ${x + 240} ${base - random.int(-8, Math.round(swing * 0.5))}`;
    }
    return path(`${d} L960 ${horizon + 60}Z`, color);
  };
  return ridge(horizon - 60, 90, shade(look.hills, 0.25)) + ridge(horizon - 14, 40, look.hills);
}
