import { localePath } from '@maru/words';
import { useEffect, useState } from 'react';
import { useWords } from '../i18n/words.tsx';
import { Button, type ButtonVariant } from '../ui/button.tsx';
import { ShareIcon } from '../ui/icons/icons.tsx';
import type { Shared } from './share-dialog.tsx';

interface ShareButtonProps extends Shared {
  label?: string;
  variant?: ButtonVariant;
  className?: string;
}

const load = () => import('./share-dialog.tsx');
type ShareDialog = Awaited<ReturnType<typeof load>>['default'];

/** Opens the share dialog: link in both languages, QR code, system share sheet, KakaoTalk. */
export function ShareButton({ label, variant, className = '', ...shared }: ShareButtonProps) {
  const { t, locale } = useWords();
  const [isOpen, setOpen] = useState(false);
  const [Late, setLate] = useState<{ Dialog: ShareDialog }>();
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (!isOpen || Late !== undefined) return;
    load().then(
      ({ default: Dialog }) => setLate({ Dialog }),
      () => {
        setSaid(t('share.not_loaded'));
        setOpen(false);
      },
    );
  }, [isOpen, Late, t]);
  // Read when the dialog opens: the URL may have changed since the render.
  const href = () =>
    shared.path === undefined
      ? window.location.href
      : new URL(localePath(locale, shared.path), window.location.origin).href;
  return (
    <>
      <Button
        variant={variant}
        aria-haspopup="dialog"
        className={`needs-script ${className}`}
        onPointerEnter={() => void load().catch(() => {})}
        onClick={() => {
          setSaid('');
          setOpen(true);
        }}
      >
        <ShareIcon size={18} />
        <span>{label ?? t('share.button')}</span>
      </Button>
      <span role="status" className="not-empty:ml-2 text-bad text-sm">
        {said}
      </span>
      {isOpen && Late !== undefined ? (
        <Late.Dialog {...shared} href={href()} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}
