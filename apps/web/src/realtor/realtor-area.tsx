import type { RealtorAnswer } from '@maru/contract';
import { localePath } from '@maru/words';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAccount } from '../account/use-account.ts';
import { useWords } from '../i18n/words.tsx';
import { QueryCache } from '../queries/query-cache.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { ClosedArea } from '../ui/frame/closed-area.tsx';
import { RailLayout } from '../ui/frame/rail-layout.tsx';
import { BellIcon, FileIcon, PersonIcon, PlayIcon } from '../ui/icons/icons.tsx';
import { SiteLink } from '../ui/site-link.tsx';
import { whyFailed } from '../ui/why-failed.ts';

const REALTOR_PAGES = [
  { page: 'profile', path: '/realtor', title: 'realtor.profile', icon: PersonIcon },
  { page: 'contacts', path: '/realtor/contacts', title: 'realtor.contacts', icon: BellIcon },
  { page: 'videos', path: '/realtor/videos', title: 'realtor.videos', icon: PlayIcon },
  { page: 'numbers', path: '/realtor/numbers', title: 'realtor.numbers', icon: FileIcon },
] as const;
export type RealtorPage = (typeof REALTOR_PAGES)[number]['page'];

/** The signed-in person's profile; null if there is none yet. */
export interface OwnRealtor {
  realtor: RealtorAnswer | null;
  take: (realtor: RealtorAnswer | null) => void;
}

interface RealtorAreaProps {
  page: RealtorPage;
  /** Whether the page requires a profile. */
  needsProfile?: boolean;
  width?: 'page' | 'wide';
  children: (own: OwnRealtor) => ReactNode;
}

/** Layout of a realtor's own pages. Without a session or a profile it says what to do first. */
export function RealtorArea({ page, needsProfile = true, width, children }: RealtorAreaProps) {
  const words = useWords();
  const { t, locale } = words;
  const { state, account } = useAccount();
  const { pathname, searchStr } = useRouterState({ select: ({ location }) => location });
  if (state.status === 'loading') return <ClosedArea title={t('realtor.area')} text={t('site.loading')} />;
  if (state.status === 'signed-out') {
    const back = encodeURIComponent(localePath(locale, pathname + searchStr));
    return state.unknown ? (
      <ClosedArea title={t('realtor.area')} text={t('my.unknown.text')}>
        <Button
          variant="primary"
          size="large"
          onClick={() => void account?.session().then((session) => session.load())}
        >
          {t('account.try_again')}
        </Button>
      </ClosedArea>
    ) : (
      <ClosedArea
        title={t(page === 'contacts' ? 'inbox.sign_in_title' : 'realtor.sign_in_title')}
        text={t(page === 'contacts' ? 'inbox.sign_in_text' : 'realtor.sign_in_text')}
      >
        <SiteLink path={`/login?redirectUrl=${back}`} className={buttonClass('primary', 'large')}>
          {t('account.sign_in')}
        </SiteLink>
      </ClosedArea>
    );
  }
  return (
    <QueryCache>
      <Area key={state.user.id} page={page} needsProfile={needsProfile} width={width}>
        {children}
      </Area>
    </QueryCache>
  );
}

function Area({ page, needsProfile = true, width, children }: RealtorAreaProps) {
  const words = useWords();
  const { t } = words;
  const { client } = useRouter().options.context;
  const queries = useQueryClient();
  const own = queryOptions({
    queryKey: ['own-realtor'],
    queryFn: async ({ signal }) =>
      (await client.listRealtors({ query: { mine: true }, signal })).items[0] ?? null,
  });
  const { data: realtor, error, refetch } = useQuery(own);
  const take = (now: RealtorAnswer | null) => void queries.setQueryData(own.queryKey, now);
  const shown = REALTOR_PAGES.find((one) => one.page === page) ?? REALTOR_PAGES[0];
  const items = REALTOR_PAGES.map(({ path, title, icon, page: name }) => ({
    path,
    title: t(title),
    icon,
    isShown: name === page,
  }));
  return (
    <RailLayout label={t('realtor.area')} title={t(shown.title)} items={items} {...(width ? { width } : {})}>
      {realtor === undefined ? (
        <>
          <p role="status" className={error === null ? 'text-quiet' : 'text-bad'}>
            {error === null ? t('site.loading') : t('realtor.load_failed', { why: whyFailed(error, words) })}
          </p>
          {error === null ? null : (
            <Button variant="primary" size="large" className="mt-4" onClick={() => void refetch()}>
              {t('account.try_again')}
            </Button>
          )}
        </>
      ) : realtor === null && needsProfile ? (
        <div className="max-w-[52ch]">
          <h3 className="font-semibold text-lg">
            {t(page === 'contacts' ? 'inbox.not_realtor_title' : 'realtor.not_yet_title')}
          </h3>
          <p className="mt-2 text-quiet">
            {t(page === 'contacts' ? 'inbox.not_realtor_text' : 'realtor.not_yet_text')}
          </p>
          <p className="mt-5">
            <SiteLink path="/realtor" className={buttonClass('primary', 'large')}>
              {t('realtor.to_profile')}
            </SiteLink>
          </p>
        </div>
      ) : (
        children({ realtor, take })
      )}
    </RailLayout>
  );
}
