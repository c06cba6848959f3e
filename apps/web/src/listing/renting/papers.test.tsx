import { renterKit, STAYS } from '@maru/listing/renting';
import { CATALOGUES, compileMessages } from '@maru/words/server';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { createWords, WordsProvider } from '../../i18n/words.tsx';
import { LeaseCheckForm } from './lease-check-form.tsx';
import { Papers } from './papers.tsx';

test.each(['en', 'ko'] as const)('nobody’s status or language is assumed (%s)', (locale) => {
  const words = createWords(locale, compileMessages(CATALOGUES[locale]), 'test');
  const html = renderToString(
    <WordsProvider words={words}>
      <Papers />
      <LeaseCheckForm today="2026-11-27" />
    </WordsProvider>,
  );
  expect(html).toContain('type="radio"');
  expect(html).not.toContain('checked=""');
  expect(html).toContain(words.t('kit.choose_stay'));
  // Only what all need is listed before a status is chosen.
  const kits = STAYS.map((stay) =>
    renterKit({ stay, hasSsn: false, hasCredit: false }).flatMap((one) => one.items),
  );
  const listed = [...new Set(kits.flat())].filter((item) =>
    html.includes(`"font-medium">${words.t(`kit.item.${item}`)}<`),
  );
  expect(listed).toEqual(['bank_statements', 'previous_landlord', 'move_in_money']);
  for (const items of kits) expect(items).toEqual(expect.arrayContaining(listed));
});
