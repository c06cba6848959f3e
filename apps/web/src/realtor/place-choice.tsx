import type { PlaceLink } from '@maru/contract';
import { ApiError } from '@maru/contract/client';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { whyFailed } from '../account/why-failed.ts';
import { useWords } from '../i18n/words.tsx';
import { Field } from '../ui/field.tsx';
import { CloseIcon } from '../ui/icons.tsx';

interface PlaceChoiceProps {
  label: string;
  note?: string;
  places: readonly PlaceLink[];
  onChange: (places: PlaceLink[]) => void;
  most?: number;
}

/** Places as chips, added by typing them in either language. */
export function PlaceChoice({ label, note, places, onChange, most = 20 }: PlaceChoiceProps) {
  const words = useWords();
  const { t, locale } = words;
  const { client } = useRouter().options.context;
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const add = async () => {
    const text = typed.trim();
    if (text === '' || isBusy) return;
    setBusy(true);
    try {
      const { place } = await client.findPlace({ query: { text } });
      const { slug, kind, name, nameKo } = place;
      if (!places.some((one) => one.slug === slug)) onChange([...places, { slug, kind, name, nameKo }]);
      setTyped('');
      setError(undefined);
    } catch (fault) {
      const isUnknown = fault instanceof ApiError && fault.statusCode === 404;
      setError(isUnknown ? t('realtor.area_unknown') : whyFailed(fault, words));
    } finally {
      setBusy(false);
    }
  };
  const nameOf = ({ name, nameKo }: PlaceLink) => (locale === 'ko' && nameKo) || name;
  return (
    <fieldset>
      <legend className="font-semibold">{label}</legend>
      {note === undefined ? null : <p className="text-quiet text-sm">{note}</p>}
      {places.length === 0 ? null : (
        <ul className="mt-2 flex flex-wrap gap-2">
          {places.map((place) => (
            <li
              key={place.slug}
              className="inline-flex min-h-11 items-center rounded-chip border border-line-strong bg-surface pl-4"
            >
              {nameOf(place)}
              <button
                type="button"
                className="grid size-11 place-items-center rounded-chip hover:bg-sunken"
                onClick={() => onChange(places.filter(({ slug }) => slug !== place.slug))}
              >
                <CloseIcon size={16} />
                <span className="sr-only">{t('realtor.area_remove', { place: nameOf(place) })}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {places.length >= most ? null : (
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
                // A Korean syllable that is being put together is finished by Enter, and nothing else.
                if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
                event.preventDefault();
                void add();
              }}
            />
          </div>
          <button
            type="button"
            disabled={isBusy}
            className={`min-h-12 shrink-0 whitespace-nowrap rounded-field border border-line-strong bg-surface px-5 font-semibold hover:bg-sunken disabled:opacity-60 ${error === undefined ? '' : 'mb-6'}`}
            onClick={() => void add()}
          >
            {t('realtor.area_add_button')}
          </button>
        </div>
      )}
    </fieldset>
  );
}
