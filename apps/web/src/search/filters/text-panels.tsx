import { slugify } from '@maru/listing/places';
import { formatApiQuery, type SearchQuery, schoolDistrictId } from '@maru/listing/search';
import { useRouter } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { Button } from '../../ui/button.tsx';
import { CloseIcon } from '../../ui/icons/icons.tsx';
import { useLatest } from '../../ui/use-latest.ts';
import { formatSlug } from '../search-words.ts';
import { NotStated } from './choices.tsx';
import { type FilterProps, withFilter } from './filter-state.ts';
import { listKeywords, readKeywords, withKeywords } from './keywords.ts';
import { FIELD } from './range-fields.tsx';

/** The panels of filters whose values are typed and then shown as chips. */

/** "irvine" is the name of no school and of no district. */
const NAMES_DISTRICT =
  /\w\W+(?:unified|union|usd|isd|district|public|county|city|schools|elementary|high)\b/i;
const NAMES_SCHOOL =
  /\w\W+(?:high|middle|elementary|intermediate|junior|primary|academy|school|prep|charter|magnet|k-?8)\b/i;

const MAX_LETTERS = 120;
const MAX_SCHOOLS = 10;

/** Words of the description, each a chip: those that must be there and those that must not (rule R9). */
export function KeywordPanel({ query, onChange }: FilterProps) {
  const { t } = useWords();
  const keywords = listKeywords(query);
  return (
    <TypedList
      legend={t('filter.keywords')}
      label={t('filter.keyword_label')}
      placeholder={t('filter.keyword_example')}
      chips={keywords.map(({ text, isUnwanted }) => ({
        key: `${isUnwanted ? '-' : ''}${text}`,
        text: isUnwanted ? t('chip.not', { words: text }) : text,
      }))}
      onAdd={(text) => {
        const typed = readKeywords(text.slice(0, MAX_LETTERS));
        if (typed.length > 0) onChange(withKeywords(query, [...keywords, ...typed]), 'push');
        return true;
      }}
      onRemove={(index) => onChange(withKeywords(query, keywords.toSpliced(index, 1)), 'push')}
      note={t('filter.keyword_note')}
    />
  );
}

/**
 * School district and school, as the feed names them; no score of any kind (rule R28). Where no record states one, the
 * panel says that they are not available and which import adds them.
 */
export function SchoolPanel(props: FilterProps) {
  const { query, onChange } = props;
  const { t } = useWords();
  const isStated = useStated(query);
  return (
    <div className="space-y-4">
      <NameList
        {...props}
        filter="schoolDistrict"
        example="Irvine Unified"
        unavailable={isStated.district === false ? t('filter.districts_unavailable') : undefined}
        slugs={query.schoolDistrict === undefined ? [] : [query.schoolDistrict]}
        toSlug={(name) => (NAMES_DISTRICT.test(name) ? schoolDistrictId(name) : null)}
        onSlugs={(slugs) => onChange(withFilter(query, 'schoolDistrict', slugs.at(-1)), 'push')}
      />
      <NameList
        {...props}
        filter="school"
        example="Northwood High"
        unavailable={isStated.school === false ? t('filter.schools_unavailable') : undefined}
        slugs={query.school ?? []}
        toSlug={(name) => (NAMES_SCHOOL.test(name) ? slugify(name.replace(/\bschool\b/gi, ' ')) : null)}
        onSlugs={(slugs) => onChange(withFilter(query, 'school', slugs.slice(-MAX_SCHOOLS)), 'push')}
      />
      <p className="text-quiet text-sm">{t('filter.school_note')}</p>
    </div>
  );
}

interface NameListProps extends FilterProps, Pick<TypedListProps, 'unavailable'> {
  filter: 'schoolDistrict' | 'school';
  example: string;
  slugs: readonly string[];
  /** Null or empty if the text is no name. */
  toSlug: (name: string) => string | null;
  onSlugs: (slugs: string[]) => void;
}

function NameList({ example, unavailable, slugs, toSlug, onSlugs, ...props }: NameListProps) {
  const { t } = useWords();
  const { filter, counts } = props;
  const kind = filter === 'school' ? 'school' : 'district';
  const legend = t(`criterion.${filter}`);
  const [text, setText] = useState('');
  const offered = useSchoolNames(text, kind);
  /** The names of what was chosen here, before the response has them. */
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const nameOf = (slug: string) => counts.names?.[`${kind}/${slug}`] ?? chosen[slug] ?? formatSlug(slug);
  const add = (slug: string) => {
    if (!slugs.includes(slug)) onSlugs([...slugs, slug]);
  };
  const choose = ({ id, name }: OfferedName) => {
    setChosen((last) => ({ ...last, [id]: name }));
    add(id);
  };
  return (
    <>
      <TypedList
        legend={legend}
        label={legend}
        placeholder={t('filter.example', { example })}
        chips={slugs.map((slug) => ({ key: slug, text: nameOf(slug) }))}
        onText={setText}
        offered={offered.map((one) => ({ key: one.id, text: one.name, choose: () => choose(one) }))}
        onAdd={(typed) => {
          const [only, ...others] = offered;
          if (only !== undefined && others.length === 0) {
            choose(only);
            return true;
          }
          const slug = toSlug(typed);
          if (slug === null || slug === '') return typed.trim() === '';
          add(slug);
          return true;
        }}
        problem={offered.length > 1 ? t('filter.name_choose') : t('filter.name_unread', { example })}
        onRemove={(index) => onSlugs(slugs.toSpliced(index, 1))}
        unavailable={unavailable}
      />
      <NotStated {...props} />
    </>
  );
}

interface OfferedName {
  /** As in the search. */
  id: string;
  name: string;
}

const NO_NAMES: readonly OfferedName[] = [];

/** Imported schools or districts whose names begin with the text, in either language. */
function useSchoolNames(text: string, kind: 'school' | 'district'): readonly OfferedName[] {
  const { locale } = useWords();
  const { client } = useRouter().options.context;
  const typed = text.trim().slice(0, MAX_LETTERS);
  const { key, value } = useLatest(
    typed.length < 2 ? null : typed,
    async (signal) => {
      const query = { text: typed, locale, kind, limit: MOST_OFFERED };
      const { suggestions } = await client.suggestHomes({ query, signal });
      return suggestions.map(({ name, path }) => ({ id: path.split('=').at(-1) ?? '', name }));
    },
    { delayMs: DEBOUNCE_MS },
  );
  return key === typed && value !== undefined ? value : NO_NAMES;
}

const MOST_OFFERED = 6;
const DEBOUNCE_MS = 100;

interface TypedListProps {
  legend: string;
  /** Accessible name of the field. */
  label: string;
  placeholder: string;
  chips: readonly { key: string; text: string }[];
  /** Returns false for a text that it cannot use, which then stays in the field beside `problem`. */
  onAdd: (text: string) => boolean;
  problem?: string;
  onText?: (text: string) => void;
  /** Names that the text may mean. */
  offered?: readonly { key: string; text: string; choose: () => void }[];
  onRemove: (index: number) => void;
  /** Shown instead of the field while there are no chips. */
  unavailable?: string | undefined;
  note?: string;
}

/** A field whose text is added to a list of chips on Enter or by a button; each chip removes itself. */
function TypedList(props: TypedListProps) {
  const { legend, label, placeholder, chips, onAdd, problem, onText, offered = [], onRemove } = props;
  const { unavailable, note } = props;
  const { t } = useWords();
  const id = useId();
  const [text, setOwnText] = useState('');
  const setText = (typed: string) => {
    setOwnText(typed);
    onText?.(typed);
  };
  const [isRefused, setRefused] = useState(false);
  const add = () => {
    const isAdded = onAdd(text);
    setRefused(!isAdded);
    if (isAdded) setText('');
  };
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{legend}</legend>
      {unavailable !== undefined && chips.length === 0 ? (
        <p className="text-quiet text-sm">{unavailable}</p>
      ) : (
        <div className="flex gap-2">
          <input
            type="text"
            autoComplete="off"
            aria-label={label}
            aria-invalid={isRefused || undefined}
            aria-describedby={isRefused ? `${id}-problem` : note === undefined ? undefined : id}
            placeholder={placeholder}
            className={FIELD}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setRefused(false);
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.keyCode === 229) return;
              event.preventDefault();
              add();
            }}
          />
          <Button className="shrink-0 text-sm" onClick={add}>
            {t('filter.keyword_add')}
          </Button>
        </div>
      )}
      {text === '' || offered.length === 0 ? null : (
        <ul className="mt-2 rounded-field border border-line" aria-label={t('filter.name_offered')}>
          {offered.map((one) => (
            <li key={one.key} className="not-first:border-line not-first:border-t">
              <Button
                variant="bare"
                className="min-h-11 w-full px-3 text-left text-sm"
                onClick={() => {
                  one.choose();
                  setText('');
                  setRefused(false);
                }}
              >
                {one.text}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isRefused ? (
        <p id={`${id}-problem`} role="alert" className="mt-1 text-bad text-sm">
          {problem}
        </p>
      ) : null}
      {chips.length === 0 ? null : (
        <ul className="mt-3 flex flex-wrap gap-2">
          {chips.map((chip, index) => (
            <li key={chip.key}>
              <Button variant="chosen" className="pr-2 pl-3 text-sm" onClick={() => onRemove(index)}>
                <span className="sr-only">{t('chip.remove', { filter: '' })}</span>
                <span>{chip.text}</span>
                <CloseIcon size={16} />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {note === undefined ? null : (
        <p id={id} className="mt-2 text-quiet text-sm">
          {note}
        </p>
      )}
    </fieldset>
  );
}

/** A name that no school has: then the homes left out as unknown are all homes that state none. */
const NO_SUCH_NAME = 'zz-no-such-name';

/** Whether any home of the place states a district, or a school; undefined until the counts are loaded. */
function useStated({ searchType, place, bbox }: SearchQuery): { district?: boolean; school?: boolean } {
  const { client } = useRouter().options.context;
  const where = formatApiQuery({
    searchType,
    ...(place === undefined ? {} : { place }),
    ...(bbox === undefined ? {} : { bbox }),
  });
  const { value = {} } = useLatest(where, async (signal) => {
    const count = (filter: string) => client.listHomes({ query: `${where}${filter}&want=total`, signal });
    const [all, district, school] = await Promise.all([
      count(''),
      count(`&schoolDistrict=${NO_SUCH_NAME}`),
      count(`&school=${NO_SUCH_NAME}`),
    ]);
    return {
      district: (district.unknown.schoolDistrict ?? 0) < all.total,
      school: (school.unknown.school ?? 0) < all.total,
    };
  });
  return value;
}
