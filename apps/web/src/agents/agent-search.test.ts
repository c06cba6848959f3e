import fc from 'fast-check';
import { expect, test } from 'vitest';
import { agentSearchPath, parseAgentSearch, parseVideoSearch, videoSearchPath } from './agent-search.ts';

test('an address of a search is read back as what was looked for', () => {
  fc.assert(
    fc.property(
      fc.record({
        place: fc.constantFrom('', 'irvine-ca', '어바인'),
        name: fc.constantFrom('', 'Jane Kim', '김 & 박'),
        license: fc.constantFrom('', '01234567'),
        language: fc.constantFrom('' as const, 'ko' as const),
        specialty: fc.constantFrom('' as const, 'first_home' as const),
        cursor: fc.constantFrom('', 'WzFd'),
      }),
      (search) => {
        const { searchParams } = new URL(agentSearchPath(search), 'http://localhost');
        expect(parseAgentSearch(Object.fromEntries(searchParams))).toEqual(search);
      },
    ),
  );
});

test('an address of a list of videos is read back, and no other address is one', () => {
  const search = { id: '', place: 'irvine-ca', term: 'first home', cursor: 'WzFd' };
  const { searchParams } = new URL(videoSearchPath(search), 'http://localhost');
  expect(parseVideoSearch(Object.fromEntries(searchParams))).toEqual(search);
  expect(parseVideoSearch({ id: 'x', place: 'irvine-ca' })).toBeUndefined();
});

test('choices that there are not, repeated keys and endless texts do no harm', () => {
  expect(
    parseAgentSearch({
      language: 'klingon',
      specialty: ['condo', 'house'],
      name: 'x'.repeat(500),
      place: ['a', 'b'],
    }),
  ).toMatchObject({ language: '', specialty: 'condo', name: 'x'.repeat(100), place: 'a' });
});
