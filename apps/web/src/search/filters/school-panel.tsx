import { slugOf } from '@maru/listing/places';
import { formatApiQuery, type SearchQuery, schoolDistrictId } from '@maru/listing/search';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useId, useState } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { Button } from '../../ui/button.tsx';
import { CloseIcon } from '../../ui/icons/icons.tsx';
import { nameOfSlug } from '../search-words.ts';
import { type FilterProps, withFilter } from './filter-state.ts';
import { NotStated } from './not-stated.tsx';
import { FIELD } from './range-fields.tsx';

/**
 * School district and school, as the feed names them; no score of any kind (rule R28). Where no home's record names one,
 * the panel says that they are not available and what would fill them.
 */
export function SchoolPanel(props: FilterProps) {
  const { query, onChange } = props;
  const { t } = useWords();
  const isThere = useStated(query);
  const schools = query.school ?? [];
  return (
    <div className="space-y-4">
      <NamedFilter
        legend={t('criterion.schoolDistrict')}
        example="Irvine Unified"
        isThere={isThere.district}
        missing={t('filter.districts_unavailable')}
        slugs={query.schoolDistrict === undefined ? [] : [query.schoolDistrict]}
        slugFor={schoolDistrictId}
        onChange={(slugs) => onChange(withFilter(query, 'schoolDistrict', slugs.at(-1)), 'push')}
      />
      <NotStated filter="schoolDistrict" {...props} />
      <NamedFilter
        legend={t('criterion.school')}
        example="Northwood High"
        isThere={isThere.school}
        missing={t('filter.schools_unavailable')}
        slugs={schools}
        slugFor={(name) => slugOf(name.replace(/\bschool\b/gi, ' ')) || null}
        onChange={(slugs) => onChange(withFilter(query, 'school', slugs.slice(-10)), 'push')}
      />
      <NotStated filter="school" {...props} />
      <p className="text-quiet text-sm">{t('filter.school_note')}</p>
    </div>
  );
}

function NamedFilter({
  legend,
  example,
  isThere,
  missing,
  slugs,
  slugFor,
  onChange,
}: {
  legend: string;
  example: string;
  /** Whether any home states one; null: not known yet. */
  isThere: boolean | null;
  missing: string;
  slugs: readonly string[];
  slugFor: (name: string) => string | null;
  onChange: (slugs: string[]) => void;
}) {
  const { t } = useWords();
  const id = useId();
  const [text, setText] = useState('');
  const add = () => {
    const slug = slugFor(text);
    setText('');
    if (slug !== null && slug !== '' && !slugs.includes(slug)) onChange([...slugs, slug]);
  };
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{legend}</legend>
      {isThere === false && slugs.length === 0 ? (
        <p className="text-quiet text-sm">{missing}</p>
      ) : (
        <div className="flex gap-2">
          <input
            id={id}
            type="text"
            lang="en"
            autoComplete="off"
            aria-label={legend}
            placeholder={t('filter.example', { example })}
            className={FIELD}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
              event.preventDefault();
              add();
            }}
          />
          <Button className="shrink-0 text-sm" onClick={add}>
            {t('filter.keyword_add')}
          </Button>
        </div>
      )}
      {slugs.length === 0 ? null : (
        <ul className="mt-3 flex flex-wrap gap-2">
          {slugs.map((slug) => (
            <li key={slug}>
              <Button
                variant="chosen"
                className="pr-2 pl-3 text-sm"
                onClick={() => onChange(slugs.filter((other) => other !== slug))}
              >
                <span className="sr-only">{t('chip.remove', { filter: '' })}</span>
                <span lang="en">{nameOfSlug(slug)}</span>
                <CloseIcon size={16} />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}

/** A name that no school has: how many homes state none is then how many are left out as unknown. */
const NOBODY = 'zz-no-such-name';

/** Whether any home of the place states a district, or a school. Null until it is known. */
function useStated({ searchType, place, bbox }: SearchQuery): {
  district: boolean | null;
  school: boolean | null;
} {
  const { client } = useRouter().options.context;
  const [stated, setStated] = useState<{ district: boolean | null; school: boolean | null }>({
    district: null,
    school: null,
  });
  const where = formatApiQuery({
    searchType,
    ...(place === undefined ? {} : { place }),
    ...(bbox === undefined ? {} : { bbox }),
  });
  useEffect(() => {
    const stop = new AbortController();
    const ask = (more: string) =>
      client.listHomes({ query: `${where}${more}&want=total`, signal: stop.signal });
    Promise.all([ask(''), ask(`&schoolDistrict=${NOBODY}`), ask(`&school=${NOBODY}`)])
      .then(([all, district, school]) =>
        setStated({
          district: (district.unknown.schoolDistrict ?? 0) < all.total,
          school: (school.unknown.school ?? 0) < all.total,
        }),
      )
      .catch(() => {});
    return () => stop.abort();
  }, [client, where]);
  return stated;
}
