import type { ErrorBody } from '@maru/contract';
import { useMatches, useRouter, useRouterState } from '@tanstack/react-router';
import { useWords } from '../i18n/words.tsx';
import { PlaceBox } from '../search/place-box/place-box.tsx';
import { LegalFoot, PageBar } from '../site/site-chrome.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { PageMain } from '../ui/frame/page-main.tsx';
import { Island } from '../ui/island.tsx';
import { Section } from '../ui/section.tsx';
import { SiteLink } from '../ui/site-link.tsx';
import { chooseErrorWords, readErrorBody } from './page-error.ts';

/** Only the screen of a removed home has cards. */
const loadHomesInstead = () =>
  import('../listing/card/homes-instead.tsx').then((module) => module.HomesInstead);

/** `data` is that of a loader's `notFound({ data })`; undefined when no route matches. */
export function NotFoundScreen({ data }: { data?: unknown }) {
  const { t } = useWords();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const body = data as ErrorBody | undefined;
  const known = typeof body?.statusCode === 'number';
  const failure = known ? body : { statusCode: 404, statusMessage: '', data: undefined };
  return <Screen failure={failure} path={known ? undefined : path} t={t} />;
}

export function ErrorScreen({ error }: { error: unknown }) {
  const { t } = useWords();
  return <Screen failure={readErrorBody(error)} t={t} />;
}

/** Placeholder of a page that is rendered in the browser only. */
export function PendingScreen() {
  const { t } = useWords();
  const layout = useMatches({ select: (matches) => matches.at(-1)?.staticData.row?.layout ?? 'none' });
  return (
    <>
      {layout === 'none' ? <PageBar /> : null}
      <PageMain className="min-h-dvh max-w-[1200px] px-4 py-6" aria-busy="true">
        <noscript>
          <p className="font-semibold">{t('site.needs_script')}</p>
        </noscript>
        <p role="status" className="needs-script text-quiet">
          {t('site.loading')}
        </p>
        <div className="needs-script mt-4 aspect-[2/0.75] rounded-card bg-sunken" />
      </PageMain>
    </>
  );
}

/** The global error screen (rules S2.3, S8.1), with our additions below. */
function Screen({
  failure,
  path,
  t,
}: {
  failure: Pick<ErrorBody, 'statusCode' | 'statusMessage' | 'data'>;
  path?: string;
  t: ReturnType<typeof useWords>['t'];
}) {
  const router = useRouter();
  const layout = useMatches({ select: (matches) => matches.at(-1)?.staticData.row?.layout ?? 'default' });
  const { message, lang, detail } = chooseErrorWords(failure, t, path);
  const near = failure.data?.suggestions ?? [];
  const missing = failure.statusCode === 404;
  // An ambiguous place name is a question, not an error.
  const isQuestion = failure.data?.areNamesakes === true;
  const back = () => {
    if (window.history.length > 1) router.history.back();
    else void router.navigate({ to: '/' });
  };
  // A document does not retry a script that failed to load; reload it.
  const again = () => {
    if (navigator.onLine) window.location.reload();
    else void router.invalidate();
  };
  // The router calls no `head` on an error; set the title here.
  const title = `${isQuestion ? t('error.screen.which_title') : missing ? t('error.screen.not_found') : message} · ${t('site.name')}`;
  const screen = (
    <PageMain className="max-w-[720px] px-4 py-12 md:py-20">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <h1 className="font-bold text-2xl leading-tight md:text-3xl">
        {t(isQuestion ? 'error.screen.which_title' : 'error.screen.title')}
      </h1>
      {isQuestion ? (
        <p className="mt-4 text-lg">{t('error.screen.which')}</p>
      ) : (
        <>
          <p className="mt-4 text-lg" lang={lang}>
            {message}
          </p>
          <p className="tabular mt-1 text-quiet">
            {'homeId' in detail
              ? t('error.screen.home_id', { homeId: detail.homeId })
              : t('error.screen.code', { code: String(detail.code) })}
          </p>
        </>
      )}
      {isQuestion ? <NearPlaces places={near} /> : null}
      <p className="mt-8 flex flex-wrap gap-3">
        <SiteLink path="/" className={buttonClass('primary')}>
          {t('error.screen.main')}
        </SiteLink>
        <Button size="medium" className="noscript:hidden" onClick={back}>
          {t('error.screen.back')}
        </Button>
        {failure.statusCode >= 500 ? (
          <Button size="medium" className="noscript:hidden" onClick={again}>
            {t('search.retry')}
          </Button>
        ) : null}
      </p>
      {missing && !isQuestion && near.length > 0 ? (
        <Section
          id="near-places"
          title={t('error.screen.near')}
          titleClass="font-semibold text-lg"
          className="mt-12"
        >
          {failure.statusMessage ? <p className="mt-1 text-quiet">{failure.statusMessage}</p> : null}
          <NearPlaces places={near} />
        </Section>
      ) : null}
      {missing && 'homeId' in detail ? (
        <Island load={loadHomesInstead} props={{ path: router.state.location.pathname }}>
          {null}
        </Island>
      ) : null}
      {missing ? (
        <Section
          id="other-place"
          title={t('error.screen.search')}
          titleClass="mb-3 font-semibold text-lg"
          className="mt-12"
        >
          <PlaceBox searchType="sale" size="large" />
        </Section>
      ) : null}
    </PageMain>
  );
  if (layout !== 'none') return screen;
  return (
    <>
      <PageBar />
      {screen}
      <LegalFoot />
    </>
  );
}

function NearPlaces({ places }: { places: readonly { name: string; path: string }[] }) {
  return (
    <ul className="mt-3 flex flex-wrap gap-2">
      {places.map((place) => (
        <li key={place.path}>
          <SiteLink
            path={place.path}
            className="inline-flex min-h-11 items-center rounded-chip border border-line-strong bg-surface px-4 hover:border-primary hover:text-primary-text"
          >
            {place.name}
          </SiteLink>
        </li>
      ))}
    </ul>
  );
}
