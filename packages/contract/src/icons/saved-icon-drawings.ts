/** The drawings of what one keeps, hides and compares. */
export const more =
  'M5 11.2a.8.8 0 1 1 0 1.6.8.8 0 0 1 0-1.6Zm7 0a.8.8 0 1 1 0 1.6.8.8 0 0 1 0-1.6Zm7 0a.8.8 0 1 1 0 1.6.8.8 0 0 1 0-1.6Z';
export const compare = 'M4 5h6.5v14H4V5Zm9.5 0H20v14h-6.5V5Z';
export const hide =
  'M4 4l16 16M9.5 5.8A9.6 9.6 0 0 1 12 5.5c4.5 0 7.600 3.200 9 6.5a12 12 0 0 1-2.6 3.700M6.300 7.800A12 12 0 0 0 3 12c1.4 3.300 4.5 6.5 9 6.5a9 9 0 0 0 4-.9';
export const family =
  'M8.500 4.500a3 3 0 1 1 0 6 3 3 0 0 1 0-6ZM3 19.500a5.500 5.500 0 0 1 11 0M16.500 8.500a2.400 2.400 0 1 1 0 4.800 2.400 2.400 0 0 1 0-4.800Zm-.5 7a4.600 4.600 0 0 1 5 4';
export const chat = 'M4 5h16v11H10l-4.500 4v-4H4V5Zm4 4.500h8M8 12.500h5';
