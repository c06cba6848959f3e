import { CATALOGUES, compileMessages } from '@maru/words/server';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { createWords, WordsProvider } from '../../i18n/words.tsx';
import { TermProvider } from '../terms/term.tsx';
import { homeAnswer } from '../testing-home.ts';
import { OfferedBy } from './offered-by.tsx';

const render = (locale: 'en' | 'ko', listing: Parameters<typeof homeAnswer>[0]) =>
  renderToString(
    <WordsProvider words={createWords(locale, compileMessages(CATALOGUES[locale]), 'v')}>
      <TermProvider>
        <OfferedBy home={homeAnswer(listing)} now={Date.parse('2026-11-20T01:00:00Z')} />
      </TermProvider>
    </WordsProvider>,
  ).replaceAll('<!-- -->', '');

const OWN = { listAgentDirectPhone: '949-555-0100', listAgentEmail: 'jane@oak.example' };

test.each([
  [
    'en',
    'reach the listing agent directly. A message you send from this page goes to the person named on the form',
  ],
  ['ko', '매물 중개사 측의 연락처예요. 이 페이지에서 보내는 문의는 문의 양식에 이름이 표시된 분께 전달돼요'],
] as const)(
  '%s: the listing agent’s own contact is told apart from who answers messages here',
  (locale, note) => {
    const html = render(locale, OWN);
    expect(html).toContain('href="tel:9495550100"');
    expect(html).toContain('href="mailto:jane@oak.example"');
    expect(html).toContain(note);
    expect(render(locale, {})).not.toContain(note);
  },
);

test('a contact that the credit names anyway stands once', () => {
  const html = render('en', { ...OWN, attributionContact: 'jane@oak.example' });
  expect(html.split('mailto:')).toHaveLength(2);
});
