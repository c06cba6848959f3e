import type { PlaceLink } from '@maru/contract';
import { ApiError } from '@maru/contract/client';
import { useRouter } from '@tanstack/react-router';
import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import { localName, useWords } from '../i18n/words.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { useFocusRefused } from '../ui/field-focus.ts';
import { CloseIcon } from '../ui/icons/icons.tsx';
import { whyFailed } from '../ui/why-failed.ts';

/** For the form, before it is submitted. */
export interface TypedPlace {
  /**
   * The places, with the typed one that was not added yet; undefined when that is unknown, which is shown beside it.
   */
  settle: () => Promise<PlaceLink[] | undefined>;
}

/** Limit of the API. */
const MOST = 20;

interface PlaceChoiceProps {
  ref?: Ref<TypedPlace>;
  label: string;
  note?: string;
  places: PlaceLink[];
  onChange: (places: PlaceLink[]) => void;
}

/** Places as chips, added by typing them in either language. */
export function PlaceChoice({ ref, label, note, places, onChange }: PlaceChoiceProps) {
  const words = useWords();
  const { t } = words;
  const { client } = useRouter().options.context;
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const box = useRef<HTMLFieldSetElement>(null);
  const focusWrong = useFocusRefused(box);
  const settle = async () => {
    const text = typed.trim();
    if (text === '') return places;
    setBusy(true);
    try {
      const { place } = await client.findPlace({ query: { text } });
      const { slug, kind, name, nameKo } = place;
      const isThere = places.some((one) => one.slug === slug);
      const next = isThere ? places : [...places, { slug, kind, name, nameKo }];
      if (!isThere) onChange(next);
      setTyped('');
      setError(undefined);
      return next;
    } catch (fault) {
      setError(whyNone(fault));
      focusWrong();
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  const whyNone = (fault: unknown): string => {
    if (!(fault instanceof ApiError) || fault.statusCode !== 404) return whyFailed(fault, words);
    const { areNamesakes, suggestions = [] } = fault.body.data ?? {};
    return areNamesakes === true
      ? t('realtor.area_which', { places: suggestions.map(({ name }) => name).join(' / ') })
      : t('realtor.area_unknown');
  };
  useImperativeHandle(ref, () => ({ settle }));
  const add = () => (isBusy ? undefined : void settle());
  const formatPlace = (place: PlaceLink) => localName(place, words);
  return (
    <fieldset ref={box}>
      <legend className="font-semibold">{label}</legend>
      {note === undefined ? null : <p className="text-quiet text-sm">{note}</p>}
      {places.length === 0 ? null : (
        <ul className="mt-2 flex flex-wrap gap-2">
          {places.map((place) => (
            <li
              key={place.slug}
              className="inline-flex min-h-11 items-center rounded-chip border border-line-strong bg-surface pl-4"
            >
              {formatPlace(place)}
              <Button
                variant="icon"
                onClick={() => onChange(places.filter(({ slug }) => slug !== place.slug))}
              >
                <CloseIcon size={16} />
                <span className="sr-only">{t('realtor.area_remove', { place: formatPlace(place) })}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {places.length >= MOST ? null : (
        <div className="mt-2 flex items-end gap-2">
          <div className="grow">
            <Field
              label={t('realtor.area_add')}
              value={typed}
              error={error}
              maxLength={100}
              autoComplete="off"
              onChange={({ target }) => {
                setTyped(target.value);
                setError(undefined);
              }}
              onKeyDown={(event) => {
                // Enter completes a Korean syllable that is being composed.
                if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
                event.preventDefault();
                add();
              }}
            />
          </div>
          <Button
            size="large"
            className={`shrink-0 whitespace-nowrap ${error === undefined ? '' : 'mb-6'}`}
            disabled={isBusy}
            aria-label={t('realtor.area_add_name')}
            onClick={add}
          >
            {t('realtor.area_add_button')}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
