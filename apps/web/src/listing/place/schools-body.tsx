import type { HomeSurroundingsAnswer, PlaceLayerAnswer, SchoolAnswer } from '@maru/contract';
import type { SchoolLevel } from '@maru/listing/places';
import { searchPath } from '@maru/listing/search';
import { formatNumber } from '@maru/words';
import { useWords, type Words } from '../../i18n/words.tsx';
import { TextLink } from '../../ui/site-link.tsx';
import type { HomePageData } from '../page/home-page-data.ts';
import { distanceText } from './distance-text.ts';
import { OfficialLink, PlaceSource } from './place-source.tsx';

/**
 * The school district and schools by official boundaries (rule R27), as facts without a score (rule R28). Schools that the
 * listing names are among its facts.
 */
export function Schools({ home, surroundings }: HomePageData) {
  const { t } = useWords();
  if (surroundings === null) return <p>{t('schools.failed')}</p>;
  const { position, layers } = surroundings;
  if (position !== 'exact') {
    return <p>{t(position === 'withheld' ? 'schools.withheld' : 'schools.no_position')}</p>;
  }
  const hasLayer = (kind: PlaceLayerAnswer['kind']) => layers.some((one) => one.kind === kind);
  if (!hasLayer('districts') && !hasLayer('attendance') && !hasLayer('schools')) return <NoData />;
  return (
    <div className="space-y-6">
      <Districts surroundings={surroundings} searchType={home.searchType} isThere={hasLayer('districts')} />
      <Assigned surroundings={surroundings} />
      <Nearby surroundings={surroundings} />
    </div>
  );
}

function NoData() {
  const { t } = useWords();
  return <p>{t('schools.none')}</p>;
}

interface Part {
  surroundings: HomeSurroundingsAnswer;
}

function Districts({
  surroundings: { districts, layers },
  searchType,
  isThere,
}: Part & { searchType: 'sale' | 'rent'; isThere: boolean }) {
  const words = useWords();
  const { t } = words;
  return (
    <div>
      <h3 className="font-semibold">{t('schools.district')}</h3>
      {districts.length > 0 ? null : isThere ? <p>{t('schools.district_unknown')}</p> : <NoData />}
      {districts.map(({ id, name, lowestGrade, highestGrade, link, layer }) => (
        <div key={`${id}${layer}`} className="mt-1">
          <p>
            <span lang="en" className="font-medium">
              {name}
            </span>
            <span className="text-quiet"> · {gradesText(lowestGrade, highestGrade, words)}</span>
          </p>
          <p className="flex flex-wrap items-center gap-x-4">
            <TextLink
              path={searchPath({ searchType, schoolDistrict: id })}
              className="md:min-h-8 print:hidden"
            >
              {t('schools.districts_homes')}
            </TextLink>
            {link === null ? null : <OfficialLink href={link}>{t('schools.official')}</OfficialLink>}
          </p>
          <Source layers={layers} of={layer} />
        </div>
      ))}
    </div>
  );
}

const LEVELS = ['elementary', 'middle', 'high'] as const;

function Assigned({ surroundings: { assigned, districts, layers } }: Part) {
  const words = useWords();
  const { t, intl } = words;
  const covered = new Set(assigned.flatMap(coveredLevels));
  const missing = LEVELS.filter((level) => !covered.has(level));
  const years = [...new Set(assigned.map(({ layer }) => layer))].flatMap(
    (name) => layers.find(({ layer }) => layer === name) ?? [],
  );
  const district = districts[0];
  return (
    <div>
      <h3 className="font-semibold">{t('schools.assigned')}</h3>
      {years.map((layer) => (
        <p key={layer.layer} className="mt-1 max-w-[72ch] text-sm">
          {t('schools.assigned_year', { year: (layer.schoolYear ?? '').replace('-', '–') })}
        </p>
      ))}
      {assigned.length === 0 ? null : (
        <ul className="mt-2 divide-y divide-line border-line border-y">
          {assigned.map(({ name, level, lowestGrade, highestGrade, school, layer }) => (
            <li key={`${name}${layer}${level}`} className="py-3">
              <SchoolFacts
                name={name}
                level={level}
                grades={[school?.lowestGrade ?? lowestGrade, school?.highestGrade ?? highestGrade]}
                school={school}
              />
            </li>
          ))}
        </ul>
      )}
      {missing.length === 0 ? null : (
        <p className="mt-2 max-w-[72ch]">
          {t('schools.ask', {
            levels: intl.formatList(
              missing.map((level) => t(`schools.levels.${level}`)),
              { type: 'conjunction' },
            ),
          })}{' '}
          {district?.link == null ? null : (
            <OfficialLink href={district.link}>
              {t('schools.ask_link', { district: district.name })}
            </OfficialLink>
          )}
        </p>
      )}
      {years.map((layer) => (
        <PlaceSource key={layer.layer} layer={layer} />
      ))}
    </div>
  );
}

/** The levels of a school by its grades: a K–8 school covers elementary and middle. */
function coveredLevels({
  level,
  lowestGrade,
  highestGrade,
}: Pick<SchoolAnswer, 'level' | 'lowestGrade' | 'highestGrade'>): SchoolLevel[] {
  const number = (grade: string | null) =>
    grade === null ? undefined : grade === 'KG' ? 0 : /^\d+$/.test(grade) ? Number(grade) : -1;
  const [low, high] = [number(lowestGrade), number(highestGrade)];
  if (low === undefined || high === undefined) return [level];
  return LEVELS.filter((one) => {
    const [from, to] = { elementary: [1, 5], middle: [6, 8], high: [9, 12] }[one] as [number, number];
    return low <= from + 1 && high >= to - 1;
  });
}

function Nearby({ surroundings: { nearby, layers } }: Part) {
  const words = useWords();
  const { t } = words;
  const first = nearby[0];
  if (first === undefined) return null;
  const sources = [...new Set(nearby.map(({ layer }) => layer))];
  return (
    <details className="group/near">
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold underline-offset-4 hover:underline">
        {t('schools.nearby', { count: nearby.length })}
      </summary>
      <p className="text-quiet text-sm">{t('schools.nearby_note')}</p>
      <ul className="mt-2 divide-y divide-line border-line border-y">
        {nearby.map((school) => (
          <li key={school.schoolId} className="py-3">
            <SchoolFacts
              name={school.name}
              level={school.level}
              grades={[school.lowestGrade, school.highestGrade]}
              school={school}
            />
          </li>
        ))}
      </ul>
      {sources.map((one) => (
        <Source key={one} layers={layers} of={one} />
      ))}
    </details>
  );
}

/** A school's name, grades, size and distance, as published. */
function SchoolFacts({
  name,
  level,
  grades,
  school,
}: {
  name: string;
  level: SchoolLevel;
  grades: readonly [string | null, string | null];
  school: SchoolAnswer | null;
}) {
  const words = useWords();
  const { t } = words;
  const link = school?.link ?? null;
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span lang="en" className="font-medium">
          {name}
        </span>
        {school?.meters == null ? null : (
          <span className="tabular text-quiet text-sm">
            {t('schools.distance', { distance: distanceText(school.meters, words) })}
          </span>
        )}
      </p>
      <p className="tabular text-sm">
        {[t(`schools.level.${level}`), gradesText(...grades, words), ...listFacts(school, words)]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {link === null ? null : <OfficialLink href={link}>{t('schools.official')}</OfficialLink>}
    </>
  );
}

function listFacts(school: SchoolAnswer | null, { t, locale }: Words): string[] {
  if (school === null) return [];
  const { enrollment, studentTeacherRatio: ratio } = school;
  const facts: string[] = [];
  if (school.isPublic === false) facts.push(t('schools.private'));
  if (school.isCharter === true) facts.push(t('schools.charter'));
  if (school.isMagnet === true) facts.push(t('schools.magnet'));
  if (school.isMultilingual === true) facts.push(t('schools.multilingual'));
  if (enrollment !== null) facts.push(t('schools.enrollment', { count: formatNumber(locale, enrollment) }));
  if (ratio !== null) facts.push(t('schools.ratio', { ratio: formatNumber(locale, ratio, 1) }));
  if (enrollment === null && ratio === null) facts.push(t('schools.not_stated'));
  return facts;
}

function gradesText(lowest: string | null, highest: string | null, { t }: Words): string {
  if (lowest === null || highest === null) return t('listing.not_stated');
  const word = (grade: string) =>
    grade === 'PK' || grade === 'TK' || grade === 'KG' ? t(`schools.grade.${grade}`) : grade;
  return lowest === highest
    ? t('schools.grade_one', { low: word(lowest) })
    : t('schools.grades', { low: word(lowest), high: word(highest) });
}

function Source({ layers, of }: { layers: readonly PlaceLayerAnswer[]; of: string }) {
  const layer = layers.find((one) => one.layer === of);
  return layer === undefined ? null : <PlaceSource layer={layer} />;
}
