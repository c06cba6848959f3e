import type { BothLanguages } from '@maru/words/renting';
import { useState } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { Button } from '../../ui/button.tsx';

/** A text in English and Korean side by side, each with a copy button: one to send, one to understand. */
export function TextInBoth({ text: [en, ko], label }: { text: BothLanguages; label: string }) {
  const { t } = useWords();
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Sheet lang="en" text={en} name={t('kit.in_english')} copy={t('kit.copy_english', { text: label })} />
      <Sheet lang="ko" text={ko} name={t('kit.in_korean')} copy={t('kit.copy_korean', { text: label })} />
    </div>
  );
}

function Sheet({ lang, text, name, copy }: { lang: 'en' | 'ko'; text: string; name: string; copy: string }) {
  const { t } = useWords();
  const [said, setSaid] = useState('');
  const put = async () =>
    setSaid(
      await navigator.clipboard.writeText(text).then(
        () => t('kit.copied'),
        () => t('kit.copy_failed'),
      ),
    );
  return (
    <div className="flex flex-col rounded-card border border-line bg-surface p-4">
      <p className="font-medium text-quiet text-sm">{name}</p>
      <p lang={lang} className="mt-1 grow whitespace-pre-line">
        {text}
      </p>
      <p className="mt-2 flex flex-wrap items-center gap-3 print:hidden">
        <Button className="noscript:hidden" aria-label={copy} onClick={() => void put()}>
          {t('kit.copy')}
        </Button>
        <span role="status" className="text-quiet text-sm">
          {said}
        </span>
      </p>
    </div>
  );
}
