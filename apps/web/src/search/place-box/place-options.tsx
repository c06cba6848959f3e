import type { MessageKey } from '@maru/words';
import { useId } from 'react';
import { useWords } from '../../i18n/words.tsx';
import {
  BellIcon,
  BuildingIcon,
  CityIcon,
  ClockIcon,
  HashIcon,
  HouseIcon,
  MapIcon,
  PinIcon,
  RoadIcon,
  SearchIcon,
} from '../../ui/icons/icons.tsx';
import { useLatePart } from '../use-late-part.ts';
import { type Group, isPlace, type Option } from './suggestion-groups.ts';

const KIND_ICONS: Record<string, typeof PinIcon> = {
  state: MapIcon,
  county: MapIcon,
  city: CityIcon,
  neighborhood: PinIcon,
  zip: HashIcon,
  street: RoadIcon,
  address: HouseIcon,
  listing: BuildingIcon,
  district: BuildingIcon,
  school: BuildingIcon,
};

const loadSentenceView = () => import('../sentence-view.tsx').then((module) => module.SentenceView);

interface PlaceOptionsProps {
  groups: readonly Group[];
  /** Index of the active option over all groups; -1 for none. */
  lit: number;
  /** The text that these options were found for. */
  text: string;
  optionId: (index: number) => string;
  onLight: (index: number) => void;
  onChoose: (option: Option) => void;
}

/** The options of the place box; loaded when the list is first opened. */
export function PlaceOptions({ groups, ...own }: PlaceOptionsProps) {
  const id = useId();
  return groups.map(({ label, options }, at) => {
    const first = groups.slice(0, at).reduce((sum, group) => sum + group.options.length, 0);
    const rows = options.map((option, index) => (
      <OptionRow key={optionKey(option)} option={option} index={first + index} {...own} />
    ));
    if (label === null || options.length === 0) return rows;
    return (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a listbox.
      <div key={label} role="group" aria-labelledby={`${id}-${at}`}>
        <p id={`${id}-${at}`} className="px-4 pt-2 pb-1 font-semibold text-quiet text-sm" role="presentation">
          {label}
        </p>
        {rows}
      </div>
    );
  });
}

function OptionRow({
  option,
  index,
  lit,
  text,
  optionId,
  onLight,
  onChoose,
}: Omit<PlaceOptionsProps, 'groups'> & { option: Option; index: number }) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the combobox handles the keys and has the focus.
    <div
      id={optionId(index)}
      role="option"
      aria-selected={index === lit}
      className={`flex min-h-11 cursor-pointer items-center gap-3 px-4 py-2 ${index === lit ? 'bg-primary-soft' : ''}`}
      onPointerMove={(event) => event.pointerType === 'mouse' && onLight(index)}
      onClick={() => onChoose(option)}
    >
      {'sentence' in option ? <SentenceRow option={option} text={text} /> : <PlaceRow option={option} />}
    </div>
  );
}

function SentenceRow({ option, text }: { option: Extract<Option, { path: string }>; text: string }) {
  const SentenceView = useLatePart(loadSentenceView, true);
  return (
    <>
      <SearchIcon size={20} className="shrink-0 text-quiet" />
      <span className="min-w-0 flex-1">
        {SentenceView === null ? (
          <span className="block truncate font-medium">{text}</span>
        ) : (
          <SentenceView answer={option.sentence} label={option.label} text={text} />
        )}
      </span>
      {option.count === null ? null : <Count count={option.count} />}
    </>
  );
}

function PlaceRow({ option }: { option: Exclude<Option, { path: string }> }) {
  const { t } = useWords();
  if ('nearMe' in option) {
    return <Row Icon={PinIcon} name={t('place.near_me')} note={t('place.near_me_note')} />;
  }
  if ('kept' in option) {
    const { name } = option.kept;
    return <Row Icon={BellIcon} name={name ?? t('saved.search_unnamed')} note={t('place.kind.saved')} />;
  }
  const search = 'search' in option ? option.search : option.suggestion;
  const Icon = 'search' in option ? ClockIcon : (KIND_ICONS[search.kind] ?? PinIcon);
  const isKind = KIND_ICONS[search.kind] !== undefined || search.kind === 'sentence';
  return (
    <>
      <Row
        Icon={Icon}
        name={search.name}
        note={isKind ? t(`place.kind.${search.kind}` as MessageKey) : null}
      />
      {'suggestion' in option && isPlace(option.suggestion) ? (
        <Count count={option.suggestion.count} />
      ) : null}
    </>
  );
}

function optionKey(option: Option): string {
  if ('nearMe' in option) return 'near';
  if ('kept' in option) return `kept:${option.kept.path}`;
  if ('sentence' in option) return `sentence:${option.path}`;
  const { kind, path } = 'search' in option ? option.search : option.suggestion;
  return `${kind}:${path}`;
}

function Row({ Icon, name, note }: { Icon: typeof PinIcon; name: string; note: string | null }) {
  return (
    <>
      <Icon size={20} className="shrink-0 text-quiet" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{name}</span>
        <span className="block text-quiet text-xs">{note}</span>
      </span>
    </>
  );
}

function Count({ count }: { count: number }) {
  const { t } = useWords();
  return (
    <span className="tabular shrink-0 text-quiet text-sm">
      {count > 0 ? t('place.homes', { count }) : t('place.no_homes')}
    </span>
  );
}
