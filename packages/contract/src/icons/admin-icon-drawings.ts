export const tools = 'M4 20 12 12m2-8a5 5 0 0 0-2.5 8.5l4 4A5 5 0 0 0 20 10l-3 1-2-2 1-3Z';
export const settings =
  'M4 7h8m6 0h2M4 17h2m6 0h8M15 4.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5Zm-6 10a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5Z';
export const pulse = 'M3 12h4l2.5-7 4.5 14 3-7h4';
export const badge = 'M5 4h14v16H5V4Zm7 3.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5ZM8 17c.6-2 2-3 4-3s3.4 1 4 3';
export const mail = 'M3.5 6h17v12h-17V6Zm0 .5 8.5 7 8.5-7';
export const flag = 'M6 21V4m0 0h11l-2 4 2 4H6';
export const scan = 'M4 8V4h4m8 0h4v4m0 8v4h-4m-8 0H4v-4M8 10h8m-8 4h5';
export const queue = 'M4 5h16v4H4V5Zm0 7h16v3H4v-3Zm0 6h10';
export const words = 'M4 19 8.5 6h1L14 19M5.6 15h6.8M16 8h5m-2.5 0v11';
export const megaphone = 'M4 10v4h3l9 5V5L7 10H4Zm15 0a3 3 0 0 1 0 4M8 14.5 9.5 20';
export const playBox = 'M3.5 5.5h17v13h-17v-13Zm7 3.5 4.5 3-4.5 3V9Z';
export const chart = 'M4 20V4m0 16h16M8 16v-5m4 5V7m4 9v-3';
export const percent = 'M18 6 6 18M7.5 5.5a2 2 0 1 1 0 4 2 2 0 0 1 0-4Zm9 9a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z';
export const layout = 'M4 4.5h16v5H4v-5Zm0 8h7v7H4v-7Zm10 0h6v7h-6v-7Z';
