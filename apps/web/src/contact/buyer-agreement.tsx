import { useWords } from '../i18n/words.tsx';

/**
 * One calm line where somebody asks to see a home, and what it means (rule R40).
 */
export function BuyerAgreement() {
  const { t } = useWords();
  return (
    <div className="mt-3 text-quiet text-sm">
      <p>{t('contact.agreement')}</p>
      <details>
        <summary className="inline-flex min-h-11 cursor-pointer items-center font-medium text-primary-text underline-offset-4 hover:underline">
          {t('contact.agreement_more')}
        </summary>
        <p className="max-w-[64ch] pb-2">{t('contact.agreement_text')}</p>
      </details>
    </div>
  );
}
