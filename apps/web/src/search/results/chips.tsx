import { memo } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { CloseIcon } from '../../ui/icons/icons.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { withoutFilters } from '../filters/filter-state.ts';
import { pagePath } from '../page-address.ts';
import type { SearchData } from '../search-data.ts';
import { listChips } from '../search-words.ts';
import { useAsked } from '../use-search.ts';

/** The filters that are on, each a link to the search without it. */
export const Chips = memo(function Chips({ data }: { data: SearchData }) {
  const words = useWords();
  const { t } = words;
  const { form } = data;
  const { query, zoom } = useAsked(data);
  const chips = listChips(query, words, data.answer.names);
  if (chips.length === 0) return null;
  const own = { form, zoom };
  const { bbox: _bbox, poly: _poly, near: _near, ...cleared } = withoutFilters(query);
  return (
    <ul
      aria-label={t('chip.label')}
      // One scrollable line on a phone, so that the homes stay in view.
      className="flex items-center gap-2 max-md:-mx-4 max-md:touch-pan-x max-md:overflow-x-auto max-md:overscroll-x-contain max-md:px-4 md:flex-wrap max-md:[scrollbar-width:none]"
    >
      {chips.map((chip) => (
        <li key={chip.id} className="max-md:shrink-0">
          <SiteLink
            path={pagePath(chip.without, own)}
            className="inline-flex min-h-11 items-center gap-1 rounded-chip border border-line bg-surface py-1 pr-2 pl-3 text-sm hover:border-line-strong md:pointer-fine:min-h-9"
          >
            <span className="sr-only">{t('chip.remove', { filter: '' })}</span>
            {chip.text}
            <CloseIcon size={16} className="text-quiet" />
          </SiteLink>
        </li>
      ))}
      <li className="max-md:shrink-0">
        <TextLink path={pagePath(cleared, own)} className="px-2 text-sm md:pointer-fine:min-h-9">
          {t('chip.clear')}
        </TextLink>
      </li>
    </ul>
  );
});
