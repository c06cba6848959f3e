import { useState } from 'react';
import { ShareIcon } from './icons.tsx';
import { sharedAddress } from './shared-address.ts';

interface ShareButtonProps {
  label: string;
  copied: string;
  failed: string;
  /** What the receiver reads before the link. */
  title: string;
  /** The link; default: the page's address, without what is the visitor's own. */
  url?: string;
  className?: string;
}

/** The platform's own sharing where there is one, else a copy of the link, and it says which came of it. */
export function ShareButton({ label, copied, failed, title, url, className = '' }: ShareButtonProps) {
  const [said, setSaid] = useState('');
  const share = async () => {
    const link = url ?? sharedAddress(window.location.href);
    if (typeof navigator.share === 'function') {
      // Whoever closes the sheet has changed their mind: nothing to say.
      await navigator.share({ title, url: link }).catch(() => {});
      return;
    }
    setSaid(
      await navigator.clipboard.writeText(link).then(
        () => copied,
        () => failed,
      ),
    );
  };
  return (
    <span className="inline-flex flex-wrap items-center">
      <button type="button" className={className} onClick={() => void share()}>
        <ShareIcon size={18} />
        {label}
      </button>
      <span role="status" className="text-quiet text-sm not-empty:ml-2">
        {said}
      </span>
    </span>
  );
}
