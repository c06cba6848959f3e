import type { HomeCardAnswer, SourceAnswer } from '@maru/contract';
import { CATALOGUES, compileMessages } from '@maru/words/server';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { createWords, WordsProvider } from '../../i18n/words.tsx';
import { CreditLine, MixedSources, SourceNotes } from './attribution.tsx';

const render = (locale: 'en' | 'ko', element: React.ReactNode) =>
  renderToString(
    <WordsProvider words={createWords(locale, compileMessages(CATALOGUES[locale]), 'v')}>
      {element}
    </WordsProvider>,
  ).replaceAll('<!-- -->', '');

const credited = {
  dataset: 'd',
  listAgentFullName: 'Jane Kim',
  listAgentStateLicense: '01234567',
  listOfficeName: 'Maru Realty',
  listOfficePhone: '949-555-0100',
  stateOrProvince: 'CA',
} as HomeCardAnswer;

const source: SourceAnswer = {
  dataset: 'd',
  source: 'Sample MLS',
  disclaimer: 'Deemed reliable, not guaranteed.',
  advertisingBroker: {
    name: 'Maru Realty',
    licenseNumber: '01234567',
    licenseState: 'CA',
    phone: '1',
    email: 'a@b.c',
  },
  sample: false,
  logo: null,
  asOf: '2026-11-21T17:00:00Z',
  stale: false,
};

test('the credit names agent, licence and office in the words the licences ask for', () => {
  const html = render('en', <CreditLine home={credited} />);
  expect(html).toContain('Listing Agent: Jane Kim');
  expect(html).toContain('DRE 01234567');
  expect(html).toContain('Listing Office: Maru Realty');
  expect(html).toContain('949-555-0100');
  expect(html).not.toMatch(/courtesy/i);
});

test('a license is of the register of its state', () => {
  const inState = (stateOrProvince: string | null) =>
    render('en', <CreditLine home={{ ...credited, stateOrProvince }} />);
  expect(inState('WA')).toContain('WA DOL license 01234567');
  expect(inState('HI')).toContain('HI license 01234567');
  expect(inState(null)).toContain('Lic. 01234567');
});

test('the Korean credit keeps the words and adds the gloss', () => {
  expect(render('ko', <CreditLine home={credited} />)).toContain('매물 중개사(Listing Agent): Jane Kim');
});

test('an unknown office is said to be not stated', () => {
  expect(render('en', <CreditLine home={{ ...credited, listOfficeName: null }} />)).toContain(
    'Listing Office: not stated',
  );
});

test('the foot of a list has source, age, disclaimer and advertising broker', () => {
  const html = render('en', <SourceNotes sources={[source]} />);
  expect(html).toMatch(/Source: Sample MLS. Data as of Nov 21, 2026, 9:00\sAM Pacific time\./);
  expect(html).toContain('Deemed reliable, not guaranteed.');
  expect(html).toContain('Maru Realty, DRE 01234567');
  expect(html).not.toContain('invented');
});

test('the license of the advertising broker is of the register of its own state', () => {
  const inState = (locale: 'en' | 'ko', licenseState: string | undefined) => {
    const { licenseState: _, ...broker } = source.advertisingBroker;
    const advertisingBroker = { ...broker, ...(licenseState === undefined ? {} : { licenseState }) };
    return render(locale, <SourceNotes sources={[{ ...source, advertisingBroker }]} />);
  };
  expect(inState('en', 'WA')).toContain('Maru Realty, WA DOL license 01234567');
  expect(inState('ko', 'WA')).toContain('Maru Realty(WA DOL 면허 01234567');
  expect(inState('ko', 'CA')).toContain('Maru Realty(DRE 면허 01234567');
  expect(inState('en', undefined)).toContain('Maru Realty, Lic. 01234567');
});

test('a late feed and an invented market are said out loud', () => {
  const html = render('en', <SourceNotes sources={[{ ...source, stale: true, sample: true }]} />);
  expect(html).toContain('Sample MLS has not answered since Nov 21, 2026');
  expect(html).toContain('invented');
});

test('where homes of several MLSs stand together, the credit of each names its own', () => {
  const among = (locale: 'en' | 'ko', ...others: Partial<SourceAnswer>[]) =>
    render(
      locale,
      <MixedSources sources={[source, ...others.map((own) => ({ ...source, ...own }))]}>
        <CreditLine home={credited} />
      </MixedSources>,
    );
  expect(among('en', { dataset: 'o', source: 'Other MLS' })).toContain('Source: Sample MLS');
  expect(among('ko', { dataset: 'o', source: 'Other MLS' })).toContain('출처: Sample MLS');
  expect(among('en')).not.toContain('Sample MLS');
  expect(among('en', { dataset: 'o' }), 'two feeds of one MLS').not.toContain('Sample MLS');
});

test('the logo of an MLS is shown where its license wants one', () => {
  const notes = (logo: string | null) => render('en', <SourceNotes sources={[{ ...source, logo }]} />);
  expect(notes('/media/source/d.webp')).toContain('src="/media/source/d.webp"');
  expect(notes(null)).not.toContain('<img');
});
