import { useState } from 'react';
import { useWords } from '../i18n/words.tsx';
import { addressLine, priceText } from '../listing/card/card-words.ts';
import { useHomeCards } from '../listing/card/home-cards.ts';
import { loadSavedStore, useSaved } from '../listing/kept/use-saved.ts';
import { Button } from '../ui/button.tsx';
import { Failed, Waiting } from '../ui/loading-parts.tsx';
import { SiteLink } from '../ui/site-link.tsx';

/** Hidden homes, each with a button to show it again. Loaded when opened. */
export function HiddenHomes() {
  const { t } = useWords();
  const { hidden } = useSaved();
  const [isOpen, setOpen] = useState(false);
  if (hidden.length === 0) return null;
  return (
    <details
      className="mt-10 border-line border-t pt-4"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">
        {t('hidden.title', { count: hidden.length })}
      </summary>
      {isOpen ? <HiddenList ids={hidden} /> : null}
    </details>
  );
}

function HiddenList({ ids }: { ids: readonly string[] }) {
  const words = useWords();
  const { t } = words;
  const { found, error, retry } = useHomeCards(ids);
  const show = (id: string) => void loadSavedStore().then((store) => store.showHome(id));
  if (error !== undefined) return <Failed error={error} onRetry={retry} />;
  if (found === undefined) return <Waiting />;
  return (
    <ul className="mt-2 divide-y divide-line rounded-card border border-line bg-surface">
      {ids.map((id) => {
        const card = found.cards.get(id);
        if (card === undefined && !found.gone.has(id)) return null;
        const name = card === undefined ? t('saved.gone_unnamed') : addressLine(card, words);
        return (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
            <div className="min-w-0 flex-1 basis-52">
              {card === undefined ? (
                <>
                  <p>{name}</p>
                  <p className="text-quiet text-sm">{t('saved.gone')}</p>
                </>
              ) : (
                <SiteLink path={card.path} className="block min-h-11 underline-offset-4 hover:underline">
                  <span className="tabular font-semibold">{priceText(card, words)}</span>
                  <span className="block text-sm">{name}</span>
                </SiteLink>
              )}
            </div>
            <Button onClick={() => show(id)}>
              {t(card === undefined ? 'saved.remove_home' : 'hidden.show_again')}
              <span className="sr-only">, {name}</span>
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
