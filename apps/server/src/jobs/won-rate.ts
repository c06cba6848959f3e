import { DAY_MS, isCalendarDay } from '@maru/listing/time';
import type { Store } from '@maru/store';
import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from '../env.ts';
import { readBody } from '../http/read-body.ts';
import { isAhead, type SiteContent } from '../site/site-content.ts';

/** KRW per USD and its day (`YYYY-MM-DD`). */
export interface DatedRate {
  value: number;
  asOf: string;
}

const PATIENCE_MS = 20_000;
const MAX_BYTES = 256 * 1024;
/** Neither source has a rate of weekends and holidays; the longest ones of Korea take nine days. */
const MAX_DAYS_BACK = 10;
/** The owner is told this many days after the day of the rate: it is shown for seven (rule R81). */
const TOLD_AFTER_DAYS = 5;
/** A rate outside was misread. */
const PLAUSIBLE = { least: 500, most: 5_000 };

const seoulDay = (time: number) => new Date(time + 9 * 3_600_000).toISOString().slice(0, 10);

/** @throws Error when the source does not answer, refuses the key, or has no plausible rate of the last days */
export async function fetchWonRate(
  { source, url, key }: NonNullable<Settings['wonRateSource']>,
  now: Date,
): Promise<DatedRate> {
  if (source === 'ecb') return plausible(readEcb((await ask(new URL(url))).toString('utf8')), now);
  for (let back = 0; back < MAX_DAYS_BACK; back += 1) {
    const day = seoulDay(now.getTime() - back * DAY_MS);
    const address = new URL(url);
    address.searchParams.set('authkey', key);
    address.searchParams.set('searchdate', day.replaceAll('-', ''));
    address.searchParams.set('data', 'AP01');
    const won = readEximbank(parseJson((await ask(address)).toString('utf8')));
    if (won !== undefined) return plausible({ value: won, asOf: day }, now);
  }
  throw new Error(`the source has no rate of the last ${MAX_DAYS_BACK} days`);
}

/** Messages of errors have no address: it contains the key. */
async function ask(url: URL): Promise<Buffer> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const answer = await fetch(url, { signal, redirect: 'error' }).catch(() => {
    throw new Error('the source does not answer');
  });
  if (!answer.ok) throw new Error(`the source answers ${answer.status}`);
  return await readBody(answer as never, MAX_BYTES);
}

/** @throws Error without the text, a part of which JSON.parse quotes */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('the source does not answer in JSON');
  }
}

/**
 * Korea Eximbank's `exchangeJSON`: the basic rate of USD as "1,450.5". Undefined for a day without rates, which is an empty
 * list. @throws Error when the request is refused (`result` 2 to 4)
 */
export function readEximbank(json: unknown): number | undefined {
  const rows = (Array.isArray(json) ? json : []).filter(
    (row): row is Record<string, unknown> => typeof row === 'object' && row !== null,
  );
  const refused = rows.find(({ result }) => result !== undefined && result !== 1);
  if (refused !== undefined) throw new Error(`Korea Eximbank refuses with result ${String(refused.result)}`);
  const usd = rows.find(({ cur_unit }) => cur_unit === 'USD')?.deal_bas_r;
  return typeof usd === 'string' ? Number(usd.replaceAll(',', '')) : undefined;
}

/** The ECB's daily file: both currencies per euro. @throws Error when one is missing */
export function readEcb(xml: string): DatedRate {
  const asOf = /\btime=['"](\d{4}-\d\d-\d\d)['"]/.exec(xml)?.[1];
  const perEuro = (currency: string) =>
    Number(new RegExp(`currency=['"]${currency}['"]\\s+rate=['"]([\\d.]+)['"]`).exec(xml)?.[1]);
  if (asOf === undefined || !isCalendarDay(asOf)) throw new Error('the file of the ECB has no day');
  return { value: Math.round((perEuro('KRW') / perEuro('USD')) * 100) / 100, asOf };
}

function plausible(rate: DatedRate, now: Date): DatedRate {
  // A later day would outrank every rate that follows.
  if (isAhead(rate, now.getTime())) throw new Error('the source dates its rate in the future');
  if (rate.value >= PLAUSIBLE.least && rate.value <= PLAUSIBLE.most) return rate;
  throw new Error('the source has no plausible rate of won for a dollar');
}

export interface WonRateParts {
  store: Pick<Store, 'siteSettings' | 'emails'>;
  settings: Pick<Settings, 'wonRateSource' | 'adminEmails'>;
  content: Pick<SiteContent, 'rates' | 'fetchedWon' | 'lookAgain'>;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
}

/**
 * Hourly: fetches the rate unless there is one of today, and writes to the owner before a rate is too old to be shown, in
 * time to set one by hand.
 */
export async function updateWonRate(parts: WonRateParts, now: Date): Promise<void> {
  const { store, settings, content, log } = parts;
  await content.lookAgain();
  const { wonRateSource } = settings;
  if (wonRateSource !== null && content.fetchedWon()?.asOf !== seoulDay(now.getTime())) {
    try {
      const rate = await fetchWonRate(wonRateSource, now);
      if (rate.asOf !== content.fetchedWon()?.asOf) {
        await store.siteSettings.save({ name: 'krw_fetched', value: rate }, { actorId: 'won-rate', now });
        log.info(rate, 'exchange rate fetched');
        await content.lookAgain();
      }
    } catch (error) {
      log.warn(
        { reason: (error as Error).message },
        'exchange rate could not be fetched; trying again in an hour',
      );
    }
  }
  const { wonRate } = content.rates();
  if (wonRate === null || wonRate.isSample) return;
  const days = Math.floor((now.getTime() - Date.parse(wonRate.asOf)) / DAY_MS);
  if (days < TOLD_AFTER_DAYS) return;
  log.warn({ asOf: wonRate.asOf, days }, 'exchange rate is getting old: amounts in won end after seven days');
  for (const toEmail of settings.adminEmails)
    await store.emails.enqueueOnce({ kind: 'rate-aging', subjectId: wonRate.asOf, toEmail }, now);
}
