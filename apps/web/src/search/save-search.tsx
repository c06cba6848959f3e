import type { AlertFrequency } from '@maru/listing/people';
import { searchPath } from '@maru/listing/search';
import { useState } from 'react';
import { useWords } from '../i18n/words.tsx';
import { loadSavedStore, useSaved } from '../listing/kept/use-saved.ts';
import { Button } from '../ui/button.tsx';
import { BellIcon, CheckIcon } from '../ui/icons/icons.tsx';
import { useDropdown } from '../ui/use-dropdown.ts';
import type { SearchData } from './search-data.ts';
import { chipNames, listChips, placeName } from './search-words.ts';
import { useLatePart } from './use-late-part.ts';
import { useAsked } from './use-search.ts';

const LONGEST_NAME = 80;
const CHIP = 'whitespace-nowrap text-sm max-md:w-11 max-md:px-0';
const ROW = 'w-full justify-start! gap-3! rounded-field! py-2 text-left not-aria-pressed:border-line';
const loadPanel = () => import('./save-search-panel.tsx');

/**
 * Saves the search with one press (rule R30), signed in or not, then shows the settings of its alerts. `isRow`: full
 * width, on an empty result.
 */
export function SaveSearch({ data, isRow = false }: { data: SearchData; isRow?: boolean }) {
  const words = useWords();
  const { t } = words;
  // Saves the filters as they are set, even while their results are loading.
  const { page: _page, since: _since, ...query } = useAsked(data).query;
  const path = searchPath(query);
  const { searches, owner } = useSaved();
  const kept = searches.find((one) => one.path === path);
  const { isOpen, setOpen, box, button } = useDropdown();
  const [said, setSaid] = useState('');
  const late = useLatePart(loadPanel, isOpen);

  const keep = async (frequency: AlertFrequency) => {
    const name = [
      // Several places are chips.
      ...(data.place === null
        ? [t(`search.everywhere_${query.searchType}`)]
        : query.otherPlaces === undefined
          ? [placeName(data.place, words)]
          : []),
      ...listChips(query, words, chipNames(data, words)).map(({ text }) => text),
    ].join(' · ');
    const store = await loadSavedStore();
    const isKept = store.keepSearch({ path, name: kept?.name ?? name.slice(0, LONGEST_NAME), frequency });
    setSaid(isKept ? (store.isPersistent ? '' : t('save.not_lasting')) : t('save.full'));
  };
  const press = () => {
    if (kept === undefined) void keep('daily').catch(() => setSaid(t('save.failed')));
    setOpen(!isOpen || kept === undefined);
  };
  const drop = () => {
    setOpen(false);
    // The pressed button is removed with the panel.
    button.current?.focus();
    void loadSavedStore()
      .then((store) => store.dropSearch(path))
      .catch(() => setSaid(t('save.failed')));
  };
  return (
    <div ref={box} className="needs-script relative">
      <Button
        variant="chip"
        className={isRow ? ROW : CHIP}
        ref={button}
        aria-expanded={isOpen}
        aria-pressed={kept !== undefined}
        onClick={press}
      >
        {kept === undefined ? <BellIcon size={18} /> : <CheckIcon size={18} />}
        <span className={isRow ? '' : 'max-md:sr-only'}>
          {t(kept !== undefined ? 'save.search_kept' : isRow ? 'empty.save' : 'save.search')}
        </span>
      </Button>
      <p
        role="status"
        className={
          kept === undefined && said !== ''
            ? 'absolute right-0 z-30 mt-2 w-72 max-w-[calc(100vw-2rem)] rounded-card border border-line bg-surface p-4 text-sm shadow-float'
            : 'sr-only'
        }
      >
        {isOpen && kept !== undefined ? t('save.search_said') : said}
      </p>
      {isOpen && kept !== undefined && late !== null ? (
        <late.default kept={kept} isOnAccount={owner !== null} message={said} onKeep={keep} onDrop={drop} />
      ) : null}
    </div>
  );
}
