/** Icons as stroked paths on a 24 px grid. An icon's name is the export in kebab-case. */
export * from './admin-icon-drawings.ts';
export * from './first-icon-drawings.ts';
export * from './saved-icon-drawings.ts';

export const chevronDown = 'm6 9.5 6 6 6-6';
export const arrowLeft = 'M20 12H4m6-6-6 6 6 6';
export const external = 'M9 5H5v14h14v-4M13 5h6v6m0-6-9 9';
export const list = 'M4 6h16M4 12h16M4 18h16';
export const filter =
  'M4 7h9m5 0h2M4 17h2m5 0h9M15.5 4.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5Zm-7 10a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5Z';
export const calendar = 'M5 6h14v14H5V6Zm0 4.5h14M9 3.5V7m6-3.5V7';
export const share = 'M12 15V4m-4 3.5L12 4l4 3.5M7 11H5v9h14v-9h-2';
export const phone =
  'M6 4h3l1.5 4.5-2 1.5a11 11 0 0 0 5.5 5.5l1.5-2L20 15v3a2 2 0 0 1-2.2 2A15.5 15.5 0 0 1 4 6.2 2 2 0 0 1 6 4Z';
export const info = 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17Zm0 7.5v5m0-8.4v.1';
export const warning = 'M12 4 2.8 19.5h18.4L12 4Zm0 6v4.5m0 2.4v.1';
export const devices = 'M4 5h13v9H4V5Zm-1.5 13H12m4-8h5v9h-5v-9Z';
export const phoneDevice = 'M7.5 3h9v18h-9V3Zm3.5 15h2';
export const file = 'M6 3.5h8l4 4v13H6v-17Zm8 0v4h4M9 12h6m-6 4h6';
export const check = 'm5 12.5 4.5 4.5L19 7.5';
export const copy = 'M9 8h10v12H9V8Zm-4 8V4h10v4';
export const bell = 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15L6 16.5Zm4 4h4';
export const pencil = 'm4 20 1-4.5L16.5 4 20 7.5 8.5 19 4 20Zm10-13.5 3.5 3.5';
export const radius = 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17Zm0 8.5h8.5M12 11.5v1';
export const zoomIn = 'M10.5 4.5a6 6 0 1 1 0 12 6 6 0 0 1 0-12Zm4.3 10.3L20 20M8 10.5h5M10.5 8v5';
export const zoomOut = 'M10.5 4.5a6 6 0 1 1 0 12 6 6 0 0 1 0-12Zm4.3 10.3L20 20M8 10.5h5';
export const plan = 'M4 4h16v16h-6M4 4v16h6M4 11h6m4-7v5m0 5h6';
export const layers = 'm12 4 8 4-8 4-8-4 8-4Zm-8 8 8 4 8-4M4 16l8 4 8-4';
export const printer = 'M7 8.5V4h10v4.5M7 16H4V8.5h16V16h-3M7 13.5h10V20H7v-6.5Z';
export const play = 'M8 5.2v13.6c0 .8.9 1.3 1.6.8l10-6.8c.6-.4.6-1.2 0-1.6l-10-6.8C8.9 3.9 8 4.4 8 5.2Z';
