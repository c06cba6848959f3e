import slices from 'pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css?url';

/**
 * The slices of the typeface with the letters that our own words have not (fonts/): what an agent or a neighbor may write. Ninety faces, of
 * which a browser fetches one when such a letter stands on the page. Until then, or without a script, the device's own font has it. They
 * come before our style sheet: of two faces that have a letter the later one is taken, and ours are fewer.
 */
export function addRareLetters(): void {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = slices;
  document.head.insertBefore(link, document.head.querySelector('link[rel="stylesheet"]'));
}
