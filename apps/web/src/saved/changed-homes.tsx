import { formatUsd } from '@maru/words';
import { useWords } from '../i18n/words.tsx';
import { CreditLine } from '../listing/card/attribution.tsx';
import { addressLine, listFacts, priceText } from '../listing/card/card-words.ts';
import { useHomeCards } from '../listing/card/home-cards.ts';
import { statusText } from '../listing/card/status-text.ts';
import { QueryCache } from '../queries/query-cache.tsx';
import { CHANGE_KINDS, type SearchChanges } from '../search/search-look.ts';
import { Failed, Waiting } from '../ui/loading-parts.tsx';
import { SiteLink } from '../ui/site-link.tsx';

/** At most this many homes are listed; a link leads to the search with the rest. */
const MOST_SHOWN = 50;

interface ChangedHomesProps {
  path: string;
  changes: SearchChanges;
  before: Readonly<Record<string, number | null>>;
}

/** The homes of a search that have changed. Brings its own query cache, since the front page has none. */
export default function ChangedHomes(props: ChangedHomesProps) {
  return (
    <QueryCache>
      <Homes {...props} />
    </QueryCache>
  );
}

function Homes({ path, changes, before }: ChangedHomesProps) {
  const words = useWords();
  const { t, locale } = words;
  const rows = CHANGE_KINDS.flatMap((kind) => changes[kind].map((id) => ({ kind, id })));
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
                <p className="tabular text-sm">
                  {listFacts(card, words)
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
