import type { HomeAnswer } from '@maru/contract';
import { isHomeId } from '@maru/listing';
import { REPORT_REASONS } from '@maru/listing/display';
import { localePath } from '@maru/words';
import { ReportStatus } from '../contact/report-status.tsx';
import { useWords, type Words } from '../i18n/words.tsx';
import { addressText } from '../listing/facts/home-words.ts';
import { definePage, type LoaderContext, type PageHead } from '../site/page-module.ts';
import { Button } from '../ui/button.tsx';
import { Choice, Field, Option, TextArea } from '../ui/field.tsx';
import { PageMain } from '../ui/frame/page-main.tsx';
import { TextLink } from '../ui/site-link.tsx';

export const page = definePage({ loader, head, Page });

type Data = { kind: 'form'; home: HomeAnswer } | { kind: 'status'; token: string } | { kind: 'nothing' };

/**
 * "Report a problem" with a home, a plain form; with a token the status of a report. Only the browser requests the status, so
 * that the token reaches no server-rendered page.
 */
async function loader({ search, client, signal }: LoaderContext): Promise<Data> {
  const { homeId, token } = search;
  if (typeof token === 'string' && token !== '') return { kind: 'status', token: token.slice(0, 100) };
  if (!isHomeId(homeId)) return { kind: 'nothing' };
  return { kind: 'form', home: await client.findHome({ query: { homeId }, signal }) };
}

function head(data: Data, { words }: { words: Words }): PageHead {
  return { title: words.t(data.kind === 'status' ? 'report.status_title' : 'report.title') };
}

function Page({ data }: { data: Data }) {
  const { t } = useWords();
  return (
    <PageMain className="max-w-[640px] px-4 py-8 md:py-12">
      {data.kind === 'status' ? (
        <ReportStatus key={data.token} token={data.token} />
      ) : data.kind === 'form' ? (
        <ReportForm home={data.home} />
      ) : (
        <>
          <h1 className="font-bold text-2xl">{t('report.unknown_title')}</h1>
          <p className="mt-3 text-quiet">{t('report.unknown_text')}</p>
        </>
      )}
    </PageMain>
  );
}

function ReportForm({ home }: { home: HomeAnswer }) {
  const words = useWords();
  const { t, locale } = words;
  return (
    <>
      <h1 className="font-bold text-2xl">{t('report.title')}</h1>
      <p className="mt-2">
        <TextLink isUnderlined path={home.path}>
          {addressText(home, words)}
        </TextLink>
      </p>
      <p className="mt-2">{t('report.about')}</p>
      <form method="post" action="/v1/report" className="mt-6 space-y-6">
        <input type="hidden" name="homeId" value={home.homeId} />
        <input type="hidden" name="locale" value={locale} />
        <input type="hidden" name="url" value={localePath(locale, `/report?homeId=${home.homeId}`)} />
        <noscript>
          <input type="hidden" name="plain" value="1" />
        </noscript>
        <Choice label={t('report.reason')}>
          {/* A grid, so that line breaks do not depend on the loaded font. */}
          <div className="grid w-full grid-cols-1 gap-2 sm:grid-cols-2">
            {REPORT_REASONS.map((reason) => (
              <Option
                key={reason}
                name="reason"
                value={reason}
                required
                label={t(`report.reason.${reason}`)}
              />
            ))}
          </div>
        </Choice>
        <TextArea label={t('report.message')} name="message" rows={5} maxLength={4_000} required />
        <Field
          label={t('report.email')}
          note={`${t('report.email_note')} ${t('report.consent_short')}`}
          name="email"
          type="email"
          autoComplete="email"
          maxLength={254}
        />
        <Button variant="primary" size="large" className="w-full" type="submit">
          {t('report.send')}
        </Button>
      </form>
    </>
  );
}
