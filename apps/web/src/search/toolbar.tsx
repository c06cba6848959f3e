import type { Suggestion } from '@maru/contract';
import { SEARCH_TYPES } from '@maru/listing';
import { type SearchQuery, searchPath } from '@maru/listing/search';
import { memo, type ReactNode, useRef, useState } from 'react';
import { useWords } from '../i18n/words.tsx';
import { Button } from '../ui/button.tsx';
import { focusRefused, leaveField } from '../ui/field-focus.ts';
import { ChevronDownIcon, FilterIcon } from '../ui/icons/icons.tsx';
import { SiteLink } from '../ui/site-link.tsx';
import { useDropdown } from '../ui/use-dropdown.ts';
import { type FilterProps, filterCount, moreCount } from './filters/filter-state.ts';
import { pagePath, switchSearchType } from './page-address.ts';
import { PlaceBox } from './place-box/place-box.tsx';
import { SaveSearch } from './save-search.tsx';
import type { SearchData } from './search-data.ts';
import { placeNames, rangeText, streetName } from './search-words.ts';
import { useLatePart } from './use-late-part.ts';
import { useAsked, useChangeSearch } from './use-search.ts';

/** Loaded when the pointer or the focus reaches the bar. */
const loadPanels = () => import('./filters/bar-panels.tsx');
const loadDialog = () => import('./filters/filter-dialog.tsx');

/** The toolbar: place box (unless the page's bar has it), sale or rent, filters. */
export const Toolbar = memo(function Toolbar({ data }: { data: SearchData }) {
  const words = useWords();
  const { t } = words;
  const { answer } = data;
  const { query } = useAsked(data);
  const change = useChangeSearch();
  const [isNear, setNear] = useState(false);
  const [dialog, setDialog] = useState(false);
  const panels = useLatePart(loadPanels, isNear);
  const late = useLatePart(loadDialog, isNear || dialog);
  const panel: FilterProps = { query, counts: answer, onChange: change };
  const near = { onPointerEnter: () => setNear(true), onFocus: () => setNear(true) };
  const more = moreCount(query);
  const all = filterCount(query);
  const rooms = (['beds', 'baths'] as const)
    .flatMap((key) => (query[key] === undefined ? [] : [rangeText(key, query[key], words)]))
    .join(', ');
  const [firstType, ...otherTypes] = query.type ?? [];
  return (
    <search className="search-bar border-line border-b bg-surface print:hidden">
      <div className="flex min-h-16 flex-wrap items-center gap-2 px-4 py-2 md:px-6">
        {data.form === 'address' ? null : (
          <div className="min-w-0 flex-1 basis-32 max-[359px]:basis-full md:basis-full xl:max-w-[380px] xl:basis-44">
            <SearchPlaceBox data={data} />
          </div>
        )}
        <TypeSwitch data={data} />
        <div className="needs-script hidden flex-wrap items-center gap-2 md:flex" {...near}>
          <FilterPopover
            label={
              query.price === undefined
                ? t(query.searchType === 'rent' ? 'filter.rent' : 'filter.price')
                : rangeText('price', query.price, words)
            }
            active={query.price !== undefined}
          >
            {panels === null ? null : (
              <div className="space-y-6">
                <panels.PricePanel {...panel} />
                <panels.CostPanel {...panel} />
              </div>
            )}
          </FilterPopover>
          <FilterPopover label={rooms || t('filter.rooms')} active={rooms !== ''}>
            {panels === null ? null : <panels.RoomsPanel {...panel} />}
          </FilterPopover>
          <FilterPopover
            label={
              firstType === undefined
                ? t('filter.type')
                : `${t(`type.${firstType}`)}${otherTypes.length === 0 ? '' : ` +${otherTypes.length}`}`
            }
            active={query.type !== undefined}
          >
            {panels === null ? null : <panels.TypePanel {...panel} />}
          </FilterPopover>
          <Button
            variant={more > 0 ? 'chosen' : 'chip'}
            className={`whitespace-nowrap text-sm ${more > 0 ? 'font-semibold' : ''}`}
            aria-haspopup="dialog"
            onClick={() => setDialog(true)}
          >
            <FilterIcon size={16} />
            {more === 0 ? t('filter.more') : t('filter.more_count', { count: more })}
          </Button>
        </div>
        <Button
          variant="icon-outlined"
          className="needs-script relative border-line-strong! md:hidden"
          aria-haspopup="dialog"
          {...near}
          onClick={() => setDialog(true)}
        >
          <FilterIcon />
          <span className="sr-only">
            {all === 0 ? t('filter.open') : t('filter.open_count', { count: all })}
          </span>
          {all === 0 ? null : (
            <span
              aria-hidden="true"
              className="tabular absolute -top-1 -right-1 grid size-5 place-items-center rounded-chip bg-primary font-semibold text-on-primary text-xs"
            >
              {all}
            </span>
          )}
        </Button>
        <SaveSearch data={data} />
      </div>
      {dialog && late !== null ? <late.default data={data} onClose={() => setDialog(false)} /> : null}
    </search>
  );
});

interface FilterPopoverProps {
  /** The filter's name, or its value once it is on. */
  label: string;
  active: boolean;
  children: ReactNode;
}

/**
 * A button of the filter bar with its panel. Escape and a press outside close it and focus the button. "Done" does so
 * only if all fields are valid.
 */
function FilterPopover({ label, active, children }: FilterPopoverProps) {
  const { t } = useWords();
  const { isOpen, setOpen, box, button, id, toggle } = useDropdown();
  const panel = useRef<HTMLElement>(null);

  return (
    <div ref={box} className="relative">
      <Button
        {...toggle}
        variant={active ? 'chosen' : 'chip'}
        className={`whitespace-nowrap text-sm ${active ? 'font-semibold' : ''}`}
        onClick={() => {
          leaveField(panel.current);
          setOpen(!isOpen);
        }}
      >
        {label}
        <ChevronDownIcon size={16} className={isOpen ? 'rotate-180' : ''} />
      </Button>
      {isOpen ? (
        <section
          ref={panel}
          id={id}
          aria-label={label}
          className="absolute top-full left-0 z-40 mt-2 max-h-[min(640px,calc(100dvh-160px))] min-h-40 w-[400px] overflow-y-auto rounded-card border border-line bg-surface p-6 shadow-float"
        >
          {children}
          <Button
            variant="primary"
            className="mt-6 w-full"
            onClick={() => {
              leaveField(panel.current);
              if (focusRefused(panel.current)) return;
              setOpen(false);
              button.current?.focus();
            }}
          >
            {t('filter.done')}
          </Button>
        </section>
      ) : null}
    </div>
  );
}

/** The place box of a search page: a new place keeps the filters. */
export function SearchPlaceBox({ data }: { data: SearchData }) {
  const words = useWords();
  const { place, answer } = data;
  const { query } = useAsked(data);
  const text =
    place === null
      ? ''
      : [query.street && streetName(query.street, answer.names), placeNames({ ...data, query }, words)]
          .filter(Boolean)
          .join(', ');
  return (
    <PlaceBox
      initialText={text}
      searchType={query.searchType}
      size="compact"
      place={place?.slug}
      pathFor={(suggestion) => placePath(suggestion, query)}
    />
  );
}

const PLACE_KINDS = ['state', 'county', 'city', 'neighborhood', 'zip'];

function placePath(suggestion: Suggestion, query: SearchQuery): string {
  if (suggestion.slug === undefined || !PLACE_KINDS.includes(suggestion.kind)) return suggestion.path;
  const { otherPlaces: _others, street: _street, bbox: _bbox, page: _page, ...kept } = query;
  return searchPath({ ...kept, place: suggestion.slug });
}

/** Two links, so that it works without script and in a new tab. */
function TypeSwitch({ data }: { data: SearchData }) {
  const { t } = useWords();
  const { form } = data;
  // Keeps the map where it was just moved to.
  const { query, zoom } = useAsked(data);
  return (
    <nav
      aria-label={t('search.type_label')}
      className="flex shrink-0 rounded-chip border border-line-strong p-0.5"
    >
      {SEARCH_TYPES.map((one) => {
        const next = switchSearchType(query, one);
        const here = one === query.searchType;
        const path = here ? pagePath(query, { form, zoom }) : pagePath(next, { form, zoom });
        return (
          <SiteLink
            key={one}
            path={path}
            aria-current={here ? 'page' : undefined}
            // Short text on a phone, to leave room for the place box.
            aria-label={t(`search.${one}`)}
            className={`inline-flex h-11 pointer-fine:h-10 items-center whitespace-nowrap rounded-chip px-3 text-sm ${
              here ? 'bg-primary-soft font-semibold text-primary-text' : 'text-quiet hover:text-text'
            }`}
          >
            <span className="max-md:hidden">{t(`search.${one}`)}</span>
            <span className="md:hidden">{t(`search.${one}_short`)}</span>
          </SiteLink>
        );
      })}
    </nav>
  );
}
