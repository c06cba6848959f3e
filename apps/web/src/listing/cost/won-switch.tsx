import { formatNumber } from '@maru/words';
import { useRouter } from '@tanstack/react-router';
import { useWords } from '../../i18n/words.tsx';
import { Button } from '../../ui/button.tsx';
import { formatDay } from '../facts/home-dates.ts';
import { chooseWon, useWonView } from './won.tsx';

/** Turns won on and off for the whole page, with the rate and its day. Separate from won.tsx, since its messages come with a home's page only. */
export function WonSwitch({ now }: { now: number }) {
  const { t, locale } = useWords();
  const { site } = useRouter().options.context;
  const { rate, isShown } = useWonView(now);
  if (rate === undefined) {
    if (site.wonRate === undefined) return <p className="text-quiet text-sm">{t('cost.won_none')}</p>;
    const date = formatDay(site.wonRate.asOf, 'UTC', locale);
    return <p className="text-quiet text-sm">{t('cost.won_stale', { date })}</p>;
  }
  const values = { rate: formatNumber(locale, rate.won, 2), date: formatDay(rate.asOf, 'UTC', locale) };
  return (
    <p className="flex items-center gap-x-3 text-quiet text-sm">
      <Button
        variant="link"
        className="noscript:hidden shrink-0 print:hidden"
        aria-pressed={isShown}
        onClick={() => chooseWon(!isShown)}
      >
        {t(isShown ? 'cost.won_hide' : 'cost.won_show')}
      </Button>
      {/* Two lines of it are no higher than the button: a letter that comes in another font moves nothing below. */}
      <span>{t(rate.isSample ? 'cost.won_rate_sample' : 'cost.won_rate', values)}</span>
    </p>
  );
}
