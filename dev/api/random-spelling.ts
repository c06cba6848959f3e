import fc from 'fast-check';

/**
 * Other spellings of a path: percent-encoded letters in either case, an absolute URL, dot segments, a query or a
 * fragment.
 */
export function respellPath(path: string): fc.Arbitrary<string> {
  const letters = [...path];
  return fc
    .record({
      how: fc.array(fc.constantFrom('plain', 'plain', 'lower', 'upper'), {
        minLength: letters.length,
        maxLength: letters.length,
      }),
      escapesSlashes: fc.boolean(),
      host: fc.constantFrom('', '', 'http://localhost', 'HTTP://elsewhere.example:1'),
      start: fc.constantFrom('', '', '', '/.', '/x/..', '/'),
      end: fc.constantFrom('', '', '?', '?a=b', '#x', ';v=1', '/', '//', '/.', '/..', '%2f', '%00', '%'),
    })
    .map(({ how, escapesSlashes, host, start, end }) => {
      const spelled = letters.map((letter, at) => {
        if (at === 0 || how[at] === 'plain' || (letter === '/' && !escapesSlashes)) return letter;
        const hex = letter.charCodeAt(0).toString(16).padStart(2, '0');
        return `%${how[at] === 'lower' ? hex : hex.toUpperCase()}`;
      });
      return `${host}${start}${spelled.join('')}${end}`;
    });
}
