import type { HomeCardAnswer } from '@maru/contract';
import { useWords } from '../i18n/words.tsx';
import { CardPhoto } from '../listing/card/card-photo.tsx';
import { addressLine, priceText } from '../listing/card/card-words.ts';
import { Checkbox } from '../ui/checkbox.tsx';

interface HomeChoiceProps {
  homes: readonly HomeCardAnswer[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}

/** A list of homes with checkboxes. */
export function HomeChoice({ homes, chosen, onChange }: HomeChoiceProps) {
  const words = useWords();
  const { t } = words;
  const choose = (homeId: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(homeId);
    else next.delete(homeId);
    onChange(next);
  };
  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold">{t('shortlist.which_homes')}</legend>
      <ul className="mt-2 divide-y divide-line rounded-card border border-line">
        {homes.map((home) => (
          <li key={home.homeId}>
            <Checkbox
              className="min-h-16 px-3 py-2 hover:bg-sunken"
              checked={chosen.has(home.homeId)}
              onChange={({ target }) => choose(home.homeId, target.checked)}
            >
              <span className="relative w-20 shrink-0 overflow-hidden rounded-field">
                <CardPhoto
                  photo={home.photo}
                  mediaAlteration={home.photoAlteration}
                  alt=""
                  sizes="80px"
                  small
                />
              </span>
              <span className="min-w-0">
                <span className="tabular block font-bold">{priceText(home, words)}</span>
                <span className="block truncate text-sm">{addressLine(home, words)}</span>
              </span>
            </Checkbox>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
