import { formatUsd } from '@maru/words';
import { useState } from 'react';
import { useWords } from '../i18n/words.tsx';
import { CreditLine } from '../listing/card/attribution.tsx';
import { addressLine, factsOf, priceText } from '../listing/card/card-words.ts';
import { statusText } from '../listing/card/status-text.ts';
import { useHomeCards } from '../listing/card/use-home-cards.ts';
import { compareLooks, MOST_HOMES, type SearchChanges, type SearchLook } from '../search/search-look.ts';
import { Button } from '../ui/button.tsx';
import { Failed, Waiting } from '../ui/loading-parts.tsx';
import { SiteLink } from '../ui/site-link.tsx';

interface SearchNewsProps {
  path: string;
  last: SearchLook | undefined;
  look: SearchLook | 'failed' | undefined;
  onSeen: () => void;
}

const KINDS = ['fresh', 'cheaper', 'dearer', 'gone'] as const;
/** As many as are asked for at once; the search itself has the rest. */
const MOST_SHOWN = 50;

/** "4 new, 2 cheaper, 1 gone since Nov 20", and which (rule R72). */
export function SearchNews({ path, last, look, onSeen }: SearchNewsProps) {
  const { t, intl } = useWords();
  const [isOpen, setOpen] = useState(false);
  if (look === undefined) return <p className="mt-2 text-quiet text-sm">{t('saved.news_wait')}</p>;
  if (look === 'failed') return <p className="mt-2 text-quiet text-sm">{t('saved.news_failed')}</p>;
  const total = t('search.count', { count: look.total });
  if (last === undefined || last.at === look.at) {
    return (
      <p className="mt-2 text-sm tabular">
        {total}. <span className="text-quiet">{t('saved.news_first')}</span>
      </p>
    );
  }
  const date = intl.formatDate(last.at, {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });
  const changes = compareLooks(last, look);
  if (changes === null) {
    return (
      <p className="mt-2 text-sm tabular">
        {total}.{' '}
        <span className="text-quiet">
          {t('saved.news_many', { before: last.total, most: MOST_HOMES, date })}
        </span>
      </p>
    );
  }
  const parts = KINDS.flatMap((kind) =>
    changes[kind].length === 0 ? [] : [t(`saved.news_${kind}`, { count: changes[kind].length })],
  );
  if (parts.length === 0) {
    return (
      <p className="mt-2 text-sm tabular">
        {total}. <span className="text-quiet">{t('saved.news_none', { date })}</span>
      </p>
    );
  }
  return (
    <div className="mt-2">
      <p className="tabular">
        <strong className="text-primary-text">{parts.join(', ')}</strong>{' '}
        <span className="text-quiet text-sm">{t('saved.news_since', { date })}</span>
      </p>
      <div className="flex flex-wrap items-center gap-x-4">
        <Button
          variant="underlined"
          className="text-sm"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? 'saved.news_close' : 'saved.news_open')}
        </Button>
        <Button variant="aside" className="text-sm" onClick={onSeen}>
          {t('saved.news_seen')}
        </Button>
      </div>
      {isOpen ? <ChangedHomes path={path} changes={changes} before={last.homes ?? {}} /> : null}
    </div>
  );
}

interface ChangedHomesProps {
  path: string;
  changes: SearchChanges;
  before: Readonly<Record<string, number | null>>;
}

function ChangedHomes({ path, changes, before }: ChangedHomesProps) {
  const words = useWords();
  const { t, locale } = words;
  const rows = KINDS.flatMap((kind) => changes[kind].map((id) => ({ kind, id })));
  const shown = rows.slice(0, MOST_SHOWN);
  const { found, error, retry } = useHomeCards(shown.map(({ id }) => id));
  if (error !== undefined) return <Failed error={error} onRetry={retry} />;
  if (found === undefined) return <Waiting />;
  return (
    <ul className="mt-1 divide-y divide-line border-line border-t">
      {shown.map(({ kind, id }) => {
        const card = found.cards.get(id);
        const was = before[id] ?? null;
        return (
          <li key={id} data-change={kind} className="py-3">
            <p className="font-semibold text-sm">
              {kind === 'gone' && card !== undefined
                ? t('saved.row_left', {
                    status: statusText(card.standardStatus, card.searchType, words).text,
                  })
                : t(`saved.row_${kind}`)}
            </p>
            {card === undefined ? null : (
              <>
                <SiteLink path={card.path} className="inline-block py-1 underline-offset-4 hover:underline">
                  <span className="tabular font-semibold">{priceText(card, words)}</span>{' '}
                  {kind === 'cheaper' || kind === 'dearer' ? (
                    <s className="tabular ml-1 text-quiet text-sm">
                      {was === null ? '' : formatUsd(locale, was)}
                    </s>
                  ) : null}
                  <span className="block">{addressLine(card, words)}</span>
                </SiteLink>
                <p className="text-sm tabular">
                  {factsOf(card, words)
                    .map(({ text }) => text)
                    .join(' · ')}
                </p>
                <CreditLine home={card} className="text-sm" />
              </>
            )}
          </li>
        );
      })}
      {rows.length > shown.length ? (
        <li className="py-3">
          <SiteLink path={path} className="font-medium text-primary-text underline">
            {t('saved.row_more', { count: rows.length - shown.length })}
          </SiteLink>
        </li>
      ) : null}
    </ul>
  );
}
