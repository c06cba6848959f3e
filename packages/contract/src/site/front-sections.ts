export const FRONT_SECTIONS = [
  'since',
  'new',
  'places',
  'collections',
  'agents',
  'videos',
  'newcomers',
  'feeds',
] as const;
export type FrontSection = (typeof FRONT_SECTIONS)[number];
