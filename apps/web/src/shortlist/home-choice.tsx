import type { HomeCardAnswer } from '@maru/contract';
import { useWords } from '../i18n/words.tsx';
import { addressLine, priceText } from '../listing/card/card-words.ts';
import { HomePhoto } from '../listing/card/home-photo.tsx';
import { Checkbox } from '../ui/checkbox.tsx';

interface HomeChoiceProps {
  homes: readonly HomeCardAnswer[];
  chosen: ReadonlySet<string>;
  onChoose: (homeId: string, isChosen: boolean) => void;
}

/** Homes to tick, a row each. */
export function HomeChoice({ homes, chosen, onChoose }: HomeChoiceProps) {
  const words = useWords();
  const { t } = words;
  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold">{t('shortlist.which_homes')}</legend>
      <ul className="mt-2 divide-y divide-line rounded-card border border-line">
        {homes.map((home) => (
          <li key={home.homeId}>
            <Checkbox
              className="min-h-16 px-3 py-2 hover:bg-sunken"
              checked={chosen.has(home.homeId)}
              onChange={(event) => onChoose(home.homeId, event.target.checked)}
            >
              <span className="w-20 shrink-0 overflow-hidden rounded-field">
                <HomePhoto photo={home.photo} alt="" sizes="80px" />
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
