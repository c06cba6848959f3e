import type { Region } from '../areas.ts';
import type { HomeFacts, HomeStyle } from '../home-facts.ts';
import { type Random, randomOf } from '../random.ts';
import { isDark, mix, shade } from './colors.ts';
import { type Choices, type Forms, STYLES } from './styles.ts';

type Hour = 'morning' | 'day' | 'golden' | 'dusk';
type Season = 'spring' | 'summer' | 'autumn' | 'winter';
export type Tree = 'palm' | 'round' | 'cypress' | 'conifer' | 'oak' | 'cactus' | 'blossom';

/** Colors that every home takes one of, whatever its style. */
const COLORS = {
  door: ['#9c3f36', '#2f6266', '#6b432c', '#3c5c48', '#d09a3a', '#2d5266', '#a3582f', '#7a3d50'],
  garageDoor: ['#f4efe6', '#f4efe6', '#f4efe6', '#a9744a', '#8b6a4e'],
  fence: ['#e9e2d4', '#b58d66', '#b58d66'],
  wood: ['#b07a4a', '#9c6b43', '#c08d5c'],
  inner: ['#f4eee3', '#efe7da', '#e6ebe6', '#f3e5d8', '#e4e9ee', '#f1ead0', '#eadfd6'],
  floor: ['#d3a878', '#b98a5e', '#c79a6b', '#a87b55', '#dcc09a', '#c8b49b'],
  carpet: ['#e8e0d2', '#d7cdbf', '#cfd5cf'],
  cabinet: ['#fbf8f1', '#6f8a7c', '#3f5666', '#b98a5c', '#e3d9c8', '#8b9aa0', '#d9c3a3'],
  counter: ['#f3f0ea', '#e2dcd2', '#4d5053', '#d8cfc0'],
  sofa: ['#6d8a83', '#c9825b', '#8893a8', '#d8c3a0', '#a7a06a', '#b3645a', '#4f6a78', '#cfcac0'],
  textile: ['#d98c5f', '#7fa6a0', '#e0b85e', '#b06a74', '#8fa9c4', '#c9b79a', '#7c8f64'],
  accent: ['#d8a13e', '#c45a3d', '#2c6b68', '#7a5a8a', '#3f6f96'],
  shutter: ['#2f4a5a', '#39513f', '#5a2f2f', '#3b3f45'],
};

/** Colors that all homes share. */
const SHARED = {
  drive: '#d8d1c4',
  walk: '#e6ddcd',
  curb: '#c3bdb1',
  road: '#8e8f93',
  deck: '#efe6d6',
  water: '#5fbcd0',
  bark: '#8a6a4f',
};

type OwnColor = keyof typeof COLORS | keyof typeof SHARED | 'wall' | 'roofColor' | 'frame' | 'lawn' | 'leaf';
type LightColor = 'skyTop' | 'skyLow' | 'hills' | 'glass' | 'beam';

/** Everything that makes one home look like itself, in all of its pictures. */
export interface Look extends Forms, Record<OwnColor | LightColor, string> {
  salt: number;
  hour: Hour;
  season: Season;
  style: HomeStyle;
  mirrored: boolean;
  tiles: boolean;
  hasShutters: boolean;
  trees: Tree[];
}

/** What grows, and where winters are cold. */
const REGIONS: Record<Region, { trees: Tree[]; lawn: string; isCold?: true }> = {
  socal: { trees: ['palm', 'cypress', 'round', 'oak', 'palm'], lawn: '#a9c07c' },
  northwest: { trees: ['conifer', 'conifer', 'round', 'conifer'], lawn: '#86ab72', isCold: true },
  southeast: { trees: ['oak', 'round', 'conifer', 'round'], lawn: '#9bbb6e' },
  northeast: { trees: ['round', 'oak', 'conifer', 'round'], lawn: '#9bbb6e', isCold: true },
  midwest: { trees: ['round', 'oak', 'round'], lawn: '#9bbb6e', isCold: true },
  mountain: { trees: ['conifer', 'round', 'conifer'], lawn: '#9bbb6e', isCold: true },
  desert: { trees: ['cactus', 'palm', 'cactus', 'round'], lawn: '#d9c49b' },
  texas: { trees: ['oak', 'round', 'oak'], lawn: '#a8b877' },
  hawaii: { trees: ['palm', 'palm', 'round'], lawn: '#86b86f' },
};

const LEAVES: Record<Season, string[]> = {
  spring: ['#8cb86a', '#9cc27a'],
  summer: ['#6f9f5b', '#7ea862', '#5f9468', '#94a35a'],
  autumn: ['#d98e3e', '#c9683a', '#dbab45'],
  winter: ['#7d9286', '#6f8a78'],
};

const HOUR_ODDS: Hour[] = ['day', 'day', 'day', 'day', 'morning', 'morning', 'golden', 'golden', 'dusk'];
const COLD_SEASONS: Season[] = ['summer', 'autumn', 'autumn', 'spring', 'winter'];
const WARM_SEASONS: Season[] = ['summer', 'summer', 'spring', 'summer'];
const BRICKS = ['#b06a52', '#a75f4a', '#c2826a'];

/** The sky at its top and at the horizon, hills, panes, light on a floor; the tint of all that stands outside. */
const HOURS: Record<Hour, { colors: string[]; tint: string; part: number }> = {
  day: { colors: ['#86c3e2', '#e8f4ee', '#b9cdc4', '#9cc1d1', '#fff6da'], tint: '#ffffff', part: 0 },
  morning: { colors: ['#abd2e4', '#fde2cc', '#b7cdbd', '#a9c8d4', '#fff3d6'], tint: '#ffe3c0', part: 0.07 },
  golden: { colors: ['#ecb083', '#fde7bc', '#c9a27c', '#c9c0ae', '#ffcf86'], tint: '#f6a84b', part: 0.11 },
  dusk: { colors: ['#434d84', '#f0a98b', '#6d6a93', '#ffd98a', '#f7b267'], tint: '#1c2048', part: 0.4 },
};

/** The look of a home, from its facts alone. */
export function lookOf({ salt, style, area }: HomeFacts): Look {
  const random = randomOf(salt, 'look');
  const { trees, lawn, isCold } = REGIONS[area.region];
  const season = random.pick(isCold ? COLD_SEASONS : WARM_SEASONS);
  const wall = random.pick(STYLES[style].wall);
  const [forms, colors] = [pickEach(random, STYLES[style].forms), pickEach(random, COLORS)];
  const blossoms = season === 'spring' && area.region !== 'desert' && random.chance(0.5);
  return {
    ...SHARED,
    ...forms,
    ...colors,
    ...atHour(random.pick(HOUR_ODDS), random.next()),
    salt,
    season,
    style,
    wall,
    roofColor: random.pick(STYLES[style].roofColor),
    mirrored: random.chance(0.5),
    hasShutters: style === 'Colonial' || (style === 'Traditional' && random.chance(0.4)),
    tiles: style === 'Spanish' || style === 'Mediterranean',
    cladding: BRICKS.includes(wall) ? 'brick' : forms.cladding,
    frame: style === 'Modern' || style === 'Farmhouse' ? '#363b3f' : '#fdfaf3',
    garageDoor: isDark(wall) ? '#b98250' : colors.garageDoor,
    lawn: season === 'winter' ? '#e9eef0' : season === 'autumn' ? '#b3b06a' : lawn,
    leaf: random.pick(LEAVES[season]),
    trees: blossoms ? ['blossom', ...trees] : trees,
  };
}

function pickEach<T extends object>(random: Random, choices: Choices<T>): T {
  const picked = Object.entries(choices).map(([key, list]) => [key, random.pick(list as unknown[])]);
  return Object.fromEntries(picked) as T;
}

/** The light of an hour; `haze`, 0 to 1, makes its sky paler. */
export function atHour(hour: Hour, haze: number): Record<LightColor, string> & { hour: Hour } {
  const [top, low, hills, glass, beam] = HOURS[hour].colors as [string, string, string, string, string];
  return {
    hour,
    skyTop: shade(top, haze * 0.15),
    skyLow: mix(low, '#fbeed6', haze * 0.4),
    hills,
    glass,
    beam,
  };
}

/** `color` in the light outside. */
export function lit(look: Look, color: string): string {
  return mix(color, HOURS[look.hour].tint, HOURS[look.hour].part);
}

/** The look in the light outside; in winter snow lies on some roofs. */
export function outdoors(look: Look): Look {
  const seen = { ...look };
  if (look.season === 'winter' && look.salt % 3 === 0) seen.roofColor = '#f1f4f6';
  const own = ['wall', 'trim', 'roofColor', 'frame', 'lawn', 'leaf'] as const;
  const all = [...own, ...Object.keys(COLORS), ...Object.keys(SHARED)] as OwnColor[];
  for (const key of all) seen[key] = lit(look, seen[key]);
  return seen;
}
