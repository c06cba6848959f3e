/** Icons of every page; a separate file, because they are part of the first script. */
export const search = 'M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14Zm5 12 4.5 4.5';
export const close = 'm6 6 12 12M18 6 6 18';
export const arrowDown = 'M12 4v16m-6-6 6 6 6-6';
export const pin =
  'M12 21s7-6.1 7-11a7 7 0 1 0-14 0c0 4.9 7 11 7 11Zm0-8.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z';
export const map = 'm4 6 5.5-2 5 2L20 4v14l-5.5 2-5-2L4 20V6Zm5.5-2v14m5-12v14';
export const house = 'm3.5 11.5 8.5-7 8.5 7M6 9.8V19.5h12V9.8M10 19.5v-5h4v5';
export const building = 'M6 20V4h12v16M4 20h16M9.5 8h1m3 0h1m-5 4h1m3 0h1m-4 8v-4h3v4';
export const city = 'M3.5 20V10.5h6V20m0 0V5h6v15m0 0v-7.5h5V20M2.5 20h19M12 8.5h1M12 12h1';
export const hash = 'M9.5 4 7.5 20m9-16-2 16M4.5 9h16m-17 6h16';
export const road = 'M8 4 4 20m12-16 4 16M12 4v3m0 3.5v3m0 3.5v3';
export const clock = 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17Zm0 4V12l3 2';
export const photo =
  'M4 5h16v14H4V5Zm0 11 4.5-4.5L13 16l3-3 4 4M15.5 9.8a1.3 1.3 0 1 0 0-2.6 1.3 1.3 0 0 0 0 2.6Z';
export const retry = 'M19.5 12a7.5 7.5 0 1 1-2.3-5.4M19.5 4v4.5H15';
export const person = 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM4.5 20.5a7.5 7.5 0 0 1 15 0';
export const chevronLeft = 'm14.5 6-6 6 6 6';
export const chevronRight = 'm9.5 6 6 6-6 6';
export const heart =
  'M12 20s-7.5-4.6-7.5-10.2A4.3 4.3 0 0 1 12 7a4.3 4.3 0 0 1 7.5 2.8C19.5 15.4 12 20 12 20Z';
