import type { Region } from '../areas.ts';
import type { HomeFacts, HomeStyle } from '../home-facts.ts';
import { randomOf } from '../random.ts';

export type Hour = 'morning' | 'day' | 'golden' | 'dusk';
export type Season = 'spring' | 'summer' | 'autumn' | 'winter';
export type Roof = 'hip' | 'gable' | 'flat';
export type Cladding = 'stucco' | 'siding' | 'brick' | 'batten';
export type Panes = 'grid' | 'plain' | 'arched' | 'cross';
export type Tree = 'palm' | 'round' | 'cypress' | 'conifer' | 'oak' | 'cactus' | 'blossom';

/** Everything that makes one home look like itself, in all of its pictures. */
export interface Look {
  salt: number;
  hour: Hour;
  season: Season;
  mirrored: boolean;
  wall: string;
  trim: string;
  roofColor: string;
  roof: Roof;
  tiles: boolean;
  cladding: Cladding;
  panes: Panes;
  frame: string;
  shutters: string | null;
  door: string;
  garageDoor: string;
  wood: string;
  lawn: string;
  leaf: string;
  trees: Tree[];
  skyTop: string;
  skyLow: string;
  hills: string;
  /** Rooms */
  inner: string;
  floor: string;
  carpet: string;
  cabinet: string;
  counter: string;
  sofa: string;
  textile: string;
  accent: string;
}

interface Dress {
  walls: string[];
  roofs: string[];
  trims: string[];
  doors: string[];
  roof: Roof[];
  cladding: Cladding[];
  panes: Panes[];
}

const DRESS: Record<HomeStyle, Dress> = {
  Spanish: {
    walls: ['#f6ead5', '#f2e2c6', '#f4e6d4', '#efd9b8', '#f7efe2'],
    roofs: ['#bf6a45', '#b05a3c', '#c67a52'],
    trims: ['#7b573d', '#8a6245'],
    doors: ['#6b432c', '#2f6266', '#7d3f31', '#3f5573'],
    roof: ['hip', 'gable'],
    cladding: ['stucco'],
    panes: ['arched'],
  },
  Mediterranean: {
    walls: ['#ead3b2', '#e8c9a4', '#f0dcbf', '#e2c7ab', '#edd8c8'],
    roofs: ['#a9573d', '#b86a4a', '#98523c'],
    trims: ['#fbf4e8', '#f5ead9'],
    doors: ['#5a3a29', '#374e46', '#6d3a35'],
    roof: ['hip'],
    cladding: ['stucco'],
    panes: ['arched', 'grid'],
  },
  Craftsman: {
    walls: ['#80947f', '#8d9470', '#6f8a9b', '#a58e6b', '#9c6c52', '#5f7a80'],
    roofs: ['#5d544d', '#4f4c4c', '#66584c'],
    trims: ['#f6f0e3'],
    doors: ['#a3582f', '#6d3b2a', '#3f5f53', '#c08a3e'],
    roof: ['gable'],
    cladding: ['siding'],
    panes: ['cross', 'grid'],
  },
  Ranch: {
    walls: ['#dccaa9', '#c6d3cf', '#e6d9c1', '#bccab3', '#e0bfa3', '#d7d9d2'],
    roofs: ['#6e6257', '#5e5b59', '#7c6350'],
    trims: ['#fbf7ee'],
    doors: ['#b8503c', '#2f6b73', '#d09a3a', '#4e6b3f'],
    roof: ['gable', 'hip'],
    cladding: ['siding', 'stucco', 'brick'],
    panes: ['plain', 'grid'],
  },
  Modern: {
    walls: ['#f5f3ee', '#ece8e0', '#dfe3e2', '#4b5156'],
    roofs: ['#3c4145', '#54504b'],
    trims: ['#33383c'],
    doors: ['#b9793f', '#d97b4f', '#37595e'],
    roof: ['flat'],
    cladding: ['stucco'],
    panes: ['plain'],
  },
  Contemporary: {
    walls: ['#ebe6dc', '#d3d8d6', '#dccfbd', '#e9dfd2', '#c9cfc4'],
    roofs: ['#565a5c', '#6b625a', '#494e54'],
    trims: ['#fdfbf6', '#4a4f52'],
    doors: ['#c0623d', '#2e6a6a', '#8c5a35'],
    roof: ['hip', 'flat', 'gable'],
    cladding: ['stucco', 'batten'],
    panes: ['plain'],
  },
  Traditional: {
    walls: ['#ebe4d4', '#ccd8de', '#ddd6c6', '#b7c8ca', '#e7d2b8', '#d5dcc9'],
    roofs: ['#5c5f63', '#6b5d52', '#70675e'],
    trims: ['#fffaf0'],
    doors: ['#9c3f36', '#2d5266', '#3c5c48', '#6c4530'],
    roof: ['gable', 'hip'],
    cladding: ['siding', 'stucco'],
    panes: ['grid', 'cross'],
  },
  Colonial: {
    walls: ['#b06a52', '#a75f4a', '#f4f0e7', '#e9dfc7', '#c2826a'],
    roofs: ['#54565b', '#4b4846'],
    trims: ['#fffaf1'],
    doors: ['#8e2f2f', '#26455c', '#2e4a3a', '#1f2f3b'],
    roof: ['gable'],
    cladding: ['brick', 'siding'],
    panes: ['grid'],
  },
  Bungalow: {
    walls: ['#ebd4a1', '#abc5b8', '#e0b090', '#c3d2dc', '#d9c3c0', '#b9c59a'],
    roofs: ['#7a5c49', '#635a54', '#8a5a44'],
    trims: ['#fdf8ec'],
    doors: ['#c45a3d', '#2c6b68', '#d8a13e', '#7a3d50'],
    roof: ['gable'],
    cladding: ['siding', 'stucco'],
    panes: ['cross', 'grid'],
  },
  Farmhouse: {
    walls: ['#faf7f0', '#f6f2ea', '#e4e8e4'],
    roofs: ['#42464a', '#5a5148'],
    trims: ['#2f3336', '#fdfaf4'],
    doors: ['#a66a3a', '#2e3b42', '#8f4a36', '#56764f'],
    roof: ['gable'],
    cladding: ['batten'],
    panes: ['cross', 'grid'],
  },
};

const TREES: Record<Region, Tree[]> = {
  socal: ['palm', 'cypress', 'round', 'oak', 'palm'],
  northwest: ['conifer', 'conifer', 'round', 'conifer'],
  southeast: ['oak', 'round', 'conifer', 'round'],
  northeast: ['round', 'oak', 'conifer', 'round'],
  midwest: ['round', 'oak', 'round'],
  mountain: ['conifer', 'round', 'conifer'],
  desert: ['cactus', 'palm', 'cactus', 'round'],
  texas: ['oak', 'round', 'oak'],
  hawaii: ['palm', 'palm', 'round'],
};

const LAWN: Partial<Record<Region, string>> = {
  desert: '#d9c49b',
  socal: '#a9c07c',
  northwest: '#86ab72',
  hawaii: '#86b86f',
  texas: '#a8b877',
};

const SKIES: Record<Hour, [string, string][]> = {
  day: [
    ['#a9d8ea', '#e8f4ee'],
    ['#9fd0e6', '#f3f1df'],
    ['#b5dcea', '#fbf3e2'],
  ],
  morning: [
    ['#c5dfe6', '#fde7cf'],
    ['#bcd9e4', '#fbdcc9'],
  ],
  golden: [
    ['#f3c58f', '#fdeac3'],
    ['#eab69a', '#fde3b5'],
  ],
  dusk: [
    ['#4d5b8c', '#f0a98b'],
    ['#5a5c90', '#e9b49e'],
  ],
};

/** The look of a home, from its facts alone. */
export function lookOf(home: HomeFacts): Look {
  const random = randomOf(home.salt, 'look');
  const dress = DRESS[home.style];
  const region = home.area.region;
  const cold =
    region === 'northeast' || region === 'midwest' || region === 'mountain' || region === 'northwest';
  const hour = random.pick<Hour>([
    'day',
    'day',
    'day',
    'day',
    'morning',
    'morning',
    'golden',
    'golden',
    'dusk',
  ]);
  const season = cold
    ? random.pick<Season>(['summer', 'autumn', 'autumn', 'spring', 'winter'])
    : random.pick<Season>(['summer', 'summer', 'spring', 'autumn']);
  const [skyTop, skyLow] = random.pick(SKIES[hour]);
  const wall = random.pick(dress.walls);
  const dark = wall === '#4b5156';
  const leaves: Record<Season, string[]> = {
    spring: ['#8cb86a', '#9cc27a'],
    summer: ['#6f9f5b', '#7ea862', '#5f9468'],
    autumn: cold ? ['#d98e3e', '#c9683a', '#dbab45'] : ['#94a35a', '#7f9c58'],
    winter: ['#7d9286', '#6f8a78'],
  };
  const lawn =
    season === 'winter' ? '#e9eef0' : season === 'autumn' && cold ? '#b3b06a' : (LAWN[region] ?? '#9bbb6e');
  return {
    salt: home.salt,
    hour,
    season,
    mirrored: random.chance(0.5),
    wall,
    trim: random.pick(dress.trims),
    roofColor: random.pick(dress.roofs),
    roof: random.pick(dress.roof),
    tiles: home.style === 'Spanish' || home.style === 'Mediterranean',
    cladding:
      wall === '#b06a52' || wall === '#a75f4a' || wall === '#c2826a'
        ? 'brick'
        : random.pick(dress.cladding.filter((one) => one !== 'brick' || home.style !== 'Colonial')),
    panes: random.pick(dress.panes),
    frame: home.style === 'Modern' || home.style === 'Farmhouse' ? '#363b3f' : '#fdfaf3',
    shutters:
      home.style === 'Colonial' || (home.style === 'Traditional' && random.chance(0.4))
        ? random.pick(['#2f4a5a', '#39513f', '#5a2f2f', '#3b3f45'])
        : null,
    door: random.pick(dress.doors),
    garageDoor: dark ? '#b98250' : random.chance(0.25) ? random.pick(['#a9744a', '#8b6a4e']) : '#f4efe6',
    wood: random.pick(['#b07a4a', '#9c6b43', '#c08d5c']),
    lawn,
    leaf: random.pick(leaves[season]),
    trees:
      season === 'spring' && region !== 'desert' && random.chance(0.5)
        ? ['blossom', ...TREES[region]]
        : TREES[region],
    skyTop,
    skyLow,
    hills:
      hour === 'dusk'
        ? '#6d6a93'
        : hour === 'golden'
          ? '#c9a27c'
          : random.pick(['#b7cdbd', '#b9cdd0', '#c6cfae']),
    inner: random.pick(['#f4eee3', '#efe7da', '#e6ebe6', '#f3e5d8', '#e4e9ee', '#f1ead0', '#eadfd6']),
    floor: random.pick(['#d3a878', '#b98a5e', '#c79a6b', '#a87b55', '#dcc09a', '#c8b49b']),
    carpet: random.pick(['#e8e0d2', '#d7cdbf', '#cfd5cf']),
    cabinet: random.pick(['#fbf8f1', '#6f8a7c', '#3f5666', '#b98a5c', '#e3d9c8', '#8b9aa0', '#d9c3a3']),
    counter: random.pick(['#f3f0ea', '#e2dcd2', '#4d5053', '#d8cfc0']),
    sofa: random.pick([
      '#6d8a83',
      '#c9825b',
      '#8893a8',
      '#d8c3a0',
      '#a7a06a',
      '#b3645a',
      '#4f6a78',
      '#cfcac0',
    ]),
    textile: random.pick(['#d98c5f', '#7fa6a0', '#e0b85e', '#b06a74', '#8fa9c4', '#c9b79a', '#7c8f64']),
    accent: random.pick(['#d8a13e', '#c45a3d', '#2c6b68', '#7a5a8a', '#3f6f96']),
  };
}
