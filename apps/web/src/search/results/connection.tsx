import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { Button } from '../../ui/button.tsx';
import { RetryIcon, WarningIcon } from '../../ui/icons/icons.tsx';

/**
 * The newest question found no answer, or there is no network: the last homes stay, and this says so. When the network is
 * back, the question is asked again.
 */
export function Connection({ failed }: { failed: boolean }) {
  const { t } = useWords();
  const router = useRouter();
  const online = useSyncExternalStore(
    watchNetwork,
    () => navigator.onLine,
    () => true,
  );
  const wasOffline = useRef(false);
  useEffect(() => {
    if (online && wasOffline.current) void router.invalidate();
    wasOffline.current = !online;
  }, [online, router]);
  if (online && !failed) return null;
  return (
    <div
      role="alert"
      className="flex items-center gap-3 rounded-field border border-bad bg-surface py-1 pr-1 pl-3 text-sm"
    >
      <WarningIcon className="text-bad" />
      <p className="grow py-2">{t(online ? 'search.failed' : 'search.offline')}</p>
      <Button variant="quiet" onClick={() => void router.invalidate()}>
        <RetryIcon size={16} />
        {t('search.retry')}
      </Button>
    </div>
  );
}

function watchNetwork(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}
