import type { RealtorAnswer } from '@maru/contract';
import type { ReactNode } from 'react';
import { SignedInArea } from '../account/signed-in-area.tsx';
import { useWords } from '../i18n/words.tsx';
import { QueryCache } from '../queries/query-cache.tsx';
import { useApiQuery } from '../queries/use-api-query.ts';
import { Button, buttonClass } from '../ui/button.tsx';
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
  needsProfile?: boolean;
  width?: 'page' | 'wide';
  children: (own: OwnRealtor) => ReactNode;
}

/** Layout of a realtor's own pages. Without a session or a profile it says what to do first. */
export function RealtorArea({ page, needsProfile = true, width, children }: RealtorAreaProps) {
  const { t } = useWords();
  const signIn =
    page === 'contacts'
      ? { title: t('inbox.sign_in_title'), text: t('inbox.sign_in_text') }
      : { title: t('realtor.sign_in_title'), text: t('realtor.sign_in_text') };
  return (
    <SignedInArea title={t('realtor.area')} signIn={signIn}>
      {(user) => (
        <QueryCache>
          <Area key={user.id} page={page} needsProfile={needsProfile} width={width}>
            {children}
          </Area>
        </QueryCache>
      )}
    </SignedInArea>
  );
}

function Area({ page, needsProfile, width, children }: RealtorAreaProps) {
  const words = useWords();
  const { t } = words;
  const query = useApiQuery(
    ['own-realtor'],
    async (client, signal): Promise<RealtorAnswer | null> =>
      (await client.listRealtors({ query: { mine: true }, signal })).items[0] ?? null,
  );
  const { data: realtor, error, refetch, set: take } = query;
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
