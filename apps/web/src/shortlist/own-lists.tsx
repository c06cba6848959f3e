import { KeptWhere } from '../account/kept-where.tsx';
import { useWords } from '../i18n/words.tsx';
import { buttonClass } from '../ui/button.tsx';
import { FamilyIcon } from '../ui/icons/saved-icons.tsx';
import { Empty } from '../ui/loading-parts.tsx';
import { SiteLink } from '../ui/site-link.tsx';
import { useKnownLists } from './shortlist-memory.ts';
import { useOwnLists } from './use-own-lists.ts';

/** The visitor's own lists, and lists of others opened in this browser. */
export function OwnLists() {
  const { t, intl } = useWords();
  const lists = useKnownLists();
  const onAccount = useOwnLists();
  if (lists.length === 0) {
    return (
      <Empty icon={<FamilyIcon />} title={t('shortlist.none')} text={t('shortlist.none_text')}>
        <SiteLink path="/my-page" className={buttonClass('primary')}>
          {t('shortlist.from_saved')}
        </SiteLink>
      </Empty>
    );
  }
  return (
    <>
      <KeptWhere tab="family" />
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {lists.map(({ key, name, isOwn, since }) => {
          const counts = onAccount?.find((one) => one.key === key);
          return (
            <li key={key}>
              <SiteLink
                path={`/shortlist?key=${key}`}
                className="flex min-h-16 flex-wrap items-baseline justify-between gap-x-4 px-4 py-3 hover:bg-sunken"
              >
                <span className="font-semibold">{name || t('shortlist.title')}</span>
                <span className="text-quiet text-sm">
                  {[
                    counts === undefined
                      ? ''
                      : t('shortlist.counts', {
                          homes: counts.homes,
                          people: counts.people,
                          votes: counts.votes,
                        }),
                    t(isOwn ? 'shortlist.made_on' : 'shortlist.got_on', {
                      date: intl.formatDate(since, { dateStyle: 'long' }),
                    }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </SiteLink>
            </li>
          );
        })}
      </ul>
    </>
  );
}
