import { useState } from 'react';
import { useWords } from '../i18n/words.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { CopyIcon, ExternalIcon } from '../ui/icons/icons.tsx';
import { type InApp, outsideAddress } from './sign-in/in-app-browser.ts';

/**
 * In place of Google's button inside another app: the way to the device's own browser, which takes the address along
 * (rule R24).
 */
export function OutsidePanel({ app, url, kakao }: { app: InApp; url: string; kakao: boolean }) {
  const { t } = useWords();
  const [copy, setCopy] = useState<'ready' | 'done' | 'failed'>('ready');
  const name = t(`login.app.${app}`);
  const out = outsideAddress(app, navigator.userAgent, url);
  const copyLink = () =>
    navigator.clipboard.writeText(url).then(
      () => setCopy('done'),
      () => setCopy('failed'),
    );
  return (
    <section aria-labelledby="outside" className="rounded-card border border-line bg-surface p-4">
      <h2 id="outside" className="font-semibold">
        {t('login.in_app.title', { app: name })}
      </h2>
      <p className="mt-1 text-quiet">
        {t(kakao ? 'login.in_app.text' : 'login.in_app.text_no_kakao')}
        {out === undefined ? ` ${t('login.in_app.menu', { app: name })}` : null}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {out === undefined ? null : (
          <a href={out} className={buttonClass('secondary', undefined, 'flex-1 whitespace-nowrap')}>
            <ExternalIcon size={18} />
            {t('login.in_app.open')}
          </a>
        )}
        <Button className="flex-1 whitespace-nowrap" onClick={() => void copyLink()}>
          <CopyIcon size={18} />
          {t('login.in_app.copy')}
        </Button>
      </div>
      <p role="status" className="not-empty:mt-2 text-sm">
        {copy === 'done' ? t('login.in_app.copied') : copy === 'failed' ? t('login.in_app.copy_failed') : ''}
      </p>
      {copy === 'failed' ? (
        <input
          readOnly
          value={url}
          aria-label={t('login.in_app.address')}
          onFocus={(event) => event.currentTarget.select()}
          className="mt-2 h-11 w-full rounded-field border border-line-strong bg-surface px-3 text-sm"
        />
      ) : null}
    </section>
  );
}
