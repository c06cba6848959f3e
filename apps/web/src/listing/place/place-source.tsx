import type { PlaceLayerAnswer } from '@maru/contract';
import { useWords } from '../../i18n/words.tsx';
import { ExternalIcon } from '../../ui/icons/icons.tsx';
import { formatDay } from '../facts/home-dates.ts';

/** The source and date of imported data (rule R6). */
export function PlaceSource({ layer }: { layer: PlaceLayerAnswer }) {
  const { t, locale } = useWords();
  const { source, asOf, isSample, link } = layer;
  return (
    <p className="mt-1 text-quiet text-sm">
      {isSample ? <span className="mr-1 font-medium text-warn">{t('place_data.sample')}</span> : null}{' '}
      {t('place_data.source', { source, date: formatDay(asOf, 'UTC', locale) })}
      {link === null ? null : (
        <>
          {' '}
          <OfficialLink href={link}>{t('place_data.link', { source })}</OfficialLink>
        </>
      )}
    </p>
  );
}

export function OfficialLink({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex min-h-6 items-center gap-1 font-medium text-primary-text underline-offset-4 hover:underline"
    >
      {children}
      <ExternalIcon size={14} />
    </a>
  );
}
