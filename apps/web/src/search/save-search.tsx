import { searchPath } from '@maru/listing';
import { useEffect, useRef, useState } from 'react';
import { useWords } from '../i18n/words.tsx';
import type { Frequency } from '../listing/saved-things.ts';
import { savedStore, useSaved } from '../listing/use-saved.ts';
import { BellIcon, CheckIcon } from '../ui/icons.tsx';
import { SiteLink } from '../ui/site-link.tsx';
import type { SearchData } from './search-data.ts';
import { chipsOf, placeName } from './search-words.ts';

const FREQUENCIES: readonly Frequency[] = ['instant', 'daily', 'weekly', 'off'];
const LONGEST_NAME = 80;

/**
 * Keeps the search with one press (R30), signed in or not, and then says what comes of it: how often letters come, or
 * that they need an account.
 */
export function SaveSearch({ data }: { data: SearchData }) {
  const words = useWords();
  const { t } = words;
  const { page: _page, ...query } = data.query;
  const path = searchPath(query);
  const { searches, owner } = useSaved();
  const kept = searches.find((one) => one.path === path);
  const [isOpen, setOpen] = useState(false);
  const [said, setSaid] = useState('');
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const close = (event: Event) => {
      if (
        event instanceof KeyboardEvent ? event.key === 'Escape' : !box.current?.contains(event.target as Node)
      ) {
        setOpen(false);
      }
    };
    document.addEventListener('pointerdown', close);
    document.addEventListener('keydown', close);
    return () => {
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('keydown', close);
    };
  }, [isOpen]);

  const keep = (frequency: Frequency) => {
    const name = [
      data.place === null ? t(`search.everywhere_${query.searchType}`) : placeName(data.place, words),
      ...chipsOf(query, words).map(({ text }) => text),
    ].join(' · ');
    const store = savedStore();
    const isKept = store.keepSearch({ path, name: name.slice(0, LONGEST_NAME), frequency });
    setSaid(isKept ? (store.lasts ? '' : t('save.not_lasting')) : t('save.full'));
  };
  const press = () => {
    if (kept === undefined) keep('daily');
    setOpen(!isOpen || kept === undefined);
  };
  return (
    <div ref={box} className="needs-script relative">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-pressed={kept !== undefined}
        onClick={press}
        className={`inline-flex h-11 items-center gap-1.5 rounded-chip border px-4 text-sm whitespace-nowrap max-md:w-11 max-md:justify-center max-md:px-0 ${
          kept === undefined
            ? 'border-line-strong bg-surface hover:bg-sunken'
            : 'border-primary bg-primary-soft font-semibold text-primary-text'
        }`}
      >
        {kept === undefined ? <BellIcon size={18} /> : <CheckIcon size={18} />}
        <span className="max-md:sr-only">{t(kept === undefined ? 'save.search' : 'save.search_kept')}</span>
      </button>
      <p role="status" className="sr-only">
        {isOpen && kept !== undefined ? t('save.search_said') : said}
      </p>
      {isOpen && kept !== undefined ? (
        <div className="absolute right-0 z-30 mt-2 w-72 max-w-[calc(100vw-2rem)] space-y-3 rounded-card border border-line bg-surface p-4 text-sm shadow-float">
          <p className="font-semibold">{t('save.search_said')}</p>
          {said === '' ? null : <p>{said}</p>}
          {owner !== null ? (
            <label className="block space-y-1">
              <span>{t('save.letters')}</span>
              <select
                value={kept.frequency}
                onChange={(event) => keep(event.target.value as Frequency)}
                className="h-11 w-full rounded-field border border-line-strong bg-surface px-2"
              >
                {FREQUENCIES.map((one) => (
                  <option key={one} value={one}>
                    {t(`save.frequency.${one}`)}
                  </option>
                ))}
              </select>
            </label>
          ) : (
            <p>
              {t('save.sign_in_for_letters')}{' '}
              <SiteLink
                path={`/login?redirectUrl=${encodeURIComponent(words.locale === 'ko' ? `/ko${path}` : path)}`}
                rel="nofollow"
                className="inline-flex min-h-11 items-center font-medium text-primary-text underline"
              >
                {t('account.sign_in')}
              </SiteLink>
            </p>
          )}
          <div className="flex items-center justify-between">
            <SiteLink
              path="/my-page"
              className="inline-flex min-h-11 items-center font-medium text-primary-text"
            >
              {t('save.see_all')}
            </SiteLink>
            <button
              type="button"
              className="min-h-11 px-2 text-quiet underline"
              onClick={() => {
                savedStore().dropSearch(path);
                setOpen(false);
              }}
            >
              {t('save.remove')}
            </button>
          </div>
        </div>
      ) : null}
    </div>
  );
}
