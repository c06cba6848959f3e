import type { HomeStyle } from '../home-facts.ts';

/** What a style decides of a house; the house takes one of each list. */
export interface Forms {
  trim: string;
  roof: 'hip' | 'gable' | 'flat';
  cladding: 'stucco' | 'siding' | 'brick' | 'batten';
  panes: 'grid' | 'plain' | 'arched' | 'cross';
}
export type Choices<T> = { [Key in keyof T]: T[Key][] };

const LIGHT = ['#fbf7ee', '#fffaf0'];

export const STYLES: Record<HomeStyle, { wall: string[]; roofColor: string[]; forms: Choices<Forms> }> = {
  Spanish: {
    wall: ['#f6ead5', '#f2e2c6', '#f4e6d4', '#efd9b8', '#f7efe2'],
    roofColor: ['#bf6a45', '#b05a3c', '#c67a52'],
    forms: { trim: ['#7b573d', '#8a6245'], roof: ['hip', 'gable'], cladding: ['stucco'], panes: ['arched'] },
  },
  Mediterranean: {
    wall: ['#ead3b2', '#e8c9a4', '#f0dcbf', '#e2c7ab', '#edd8c8'],
    roofColor: ['#a9573d', '#b86a4a', '#98523c'],
    forms: { trim: LIGHT, roof: ['hip'], cladding: ['stucco'], panes: ['arched', 'grid'] },
  },
  Craftsman: {
    wall: ['#80947f', '#8d9470', '#6f8a9b', '#a58e6b', '#9c6c52', '#5f7a80'],
    roofColor: ['#5d544d', '#4f4c4c', '#66584c'],
    forms: { trim: LIGHT, roof: ['gable'], cladding: ['siding'], panes: ['cross', 'grid'] },
  },
  Ranch: {
    wall: ['#dccaa9', '#c6d3cf', '#e6d9c1', '#bccab3', '#e0bfa3', '#d7d9d2'],
    roofColor: ['#6e6257', '#5e5b59', '#7c6350'],
    forms: {
      trim: LIGHT,
      roof: ['gable', 'hip'],
      cladding: ['siding', 'stucco', 'brick'],
      panes: ['plain', 'grid'],
    },
  },
  Modern: {
    wall: ['#f5f3ee', '#ece8e0', '#dfe3e2', '#4b5156'],
    roofColor: ['#3c4145', '#54504b'],
    forms: { trim: ['#33383c'], roof: ['flat'], cladding: ['stucco'], panes: ['plain'] },
  },
  Contemporary: {
    wall: ['#ebe6dc', '#d3d8d6', '#dccfbd', '#e9dfd2', '#c9cfc4'],
    roofColor: ['#565a5c', '#6b625a', '#494e54'],
    forms: {
      trim: ['#fdfbf6', '#4a4f52'],
      roof: ['hip', 'flat', 'gable'],
      cladding: ['stucco', 'batten'],
      panes: ['plain'],
    },
  },
  Traditional: {
    wall: ['#ebe4d4', '#ccd8de', '#ddd6c6', '#b7c8ca', '#e7d2b8', '#d5dcc9'],
    roofColor: ['#5c5f63', '#6b5d52', '#70675e'],
    forms: { trim: LIGHT, roof: ['gable', 'hip'], cladding: ['siding', 'stucco'], panes: ['grid', 'cross'] },
  },
  Colonial: {
    wall: ['#b06a52', '#a75f4a', '#f4f0e7', '#e9dfc7', '#c2826a'],
    roofColor: ['#54565b', '#4b4846'],
    forms: { trim: LIGHT, roof: ['gable'], cladding: ['siding'], panes: ['grid'] },
  },
  Bungalow: {
    wall: ['#ebd4a1', '#abc5b8', '#e0b090', '#c3d2dc', '#d9c3c0', '#b9c59a'],
    roofColor: ['#7a5c49', '#635a54', '#8a5a44'],
    forms: { trim: LIGHT, roof: ['gable'], cladding: ['siding', 'stucco'], panes: ['cross', 'grid'] },
  },
  Farmhouse: {
    wall: ['#faf7f0', '#f6f2ea', '#e4e8e4'],
    roofColor: ['#42464a', '#5a5148'],
    forms: { trim: ['#2f3336', '#fdfaf4'], roof: ['gable'], cladding: ['batten'], panes: ['cross', 'grid'] },
  },
};
