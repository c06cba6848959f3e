import { useState } from 'react';
import { useWords } from '../i18n/words.tsx';
import { Button, type ButtonVariant } from '../ui/button.tsx';
import { useAccount } from './use-account.ts';

interface SignOutButtonProps {
  label: string;
  /** All browsers of this account, not only this one. */
  everywhere?: boolean;
  variant?: ButtonVariant;
  className?: string;
}

/** Signs out, and shows when that failed: the user is then still signed in. */
export function SignOutButton({ label, everywhere, variant, className }: SignOutButtonProps) {
  const { t } = useWords();
  const { account } = useAccount();
  const [step, setStep] = useState<'ready' | 'busy' | 'failed'>('ready');
  const leave = async () => {
    setStep('busy');
    try {
      await account?.signOut({ everywhere });
    } catch {
      setStep('failed');
    }
  };
  return (
    <>
      <Button variant={variant} className={className} disabled={step === 'busy'} onClick={() => void leave()}>
        {label}
      </Button>
      <span role="status" className="block px-3 not-empty:pb-2 text-bad text-sm">
        {step === 'failed' ? t('account.sign_out_failed') : ''}
      </span>
    </>
  );
}
