import { useRef, useState } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { useDismissal } from '../../ui/use-dismissal.ts';

const load = () => import('./home-menu.tsx');
type HomeMenu = Awaited<ReturnType<typeof load>>['HomeMenu'];

/** What one does with a home now and then: compare, hide, and on a phone print. Its script comes when one presses. */
export function HomeMore({ homeId, className }: { homeId: string; className: string }) {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  const [late, setLate] = useState<{ Menu: HomeMenu }>();
  const [said, setSaid] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useDismissal(isOpen, setOpen, box, button);
  const press = async () => {
    setSaid('');
    setOpen(!isOpen);
    if (late !== undefined) return;
    try {
      const { HomeMenu: Menu } = await load();
      setLate({ Menu });
    } catch {
      setOpen(false);
      setSaid(t('save.failed'));
    }
  };
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <div ref={box} className="needs-script">
      <button
        ref={button}
        type="button"
        data-home-more
        aria-expanded={isOpen}
        className={className}
        onPointerEnter={() => void load().catch(() => {})}
        onClick={() => void press()}
      >
        {/* Three dots, as on the cards; no icon's script for them. */}
        <span aria-hidden="true" className="font-bold text-lg leading-none">
          ⋯
        </span>
        <span className="max-sm:sr-only">{t('listing.more')}</span>
      </button>
      <span role="status" className="text-bad text-sm">
        {said}
      </span>
      {late === undefined ? null : <late.Menu homeId={homeId} isOpen={isOpen} onClose={close} />}
    </div>
  );
}
