import type { HomeAnswer } from '@maru/contract';
import { useEffect } from 'react';
import { ASK_BAR, AskSlot } from '../contact/ask-slot.tsx';
import { useWords } from '../i18n/words.tsx';
import { SourceNotes } from '../listing/attribution.tsx';
import { Gallery } from '../listing/gallery.tsx';
import { addressText, pricedHome } from '../listing/home-words.ts';
import { OpenHouseList } from '../listing/open-house-list.tsx';
import { CallCard } from '../listing/page/call-card.tsx';
import { HomeActions, keptOf } from '../listing/page/home-actions.tsx';
import { HomeHeader } from '../listing/page/home-header.tsx';
import type { HomePageData } from '../listing/page/home-page-data.ts';
import { HomeSection } from '../listing/page/home-section.tsx';
import { PlaceTrail } from '../listing/page/place-trail.tsx';
import { SectionNav } from '../listing/page/section-nav.tsx';
import { SimilarHomes } from '../listing/page/similar-homes.tsx';
import { useFolds } from '../listing/page/use-folds.ts';
import { Price } from '../listing/price.tsx';
import { SaveButton } from '../listing/save-button.tsx';
import { TermProvider } from '../listing/terms/term-provider.tsx';
import { PlaceBox } from '../search/place-box.tsx';
import { LegalFoot, PageBar } from '../site-chrome.tsx';
import { Island } from '../ui/island.tsx';
import { HOME_SECTIONS } from './home-sections.ts';

/**
 * The page of one home (LOOK.md, "Listing page"): photos, price line, contact, then the sections of
 * `home-sections.ts`.
 */
export function HomePage(data: HomePageData) {
  const { home, now } = data;
  const words = useWords();
  const { t } = words;
  const address = addressText(home, words);
  const parts = HOME_SECTIONS.filter((part) => part.isShown(data));
  useFolds();
  useLook(home, address);
  return (
    <TermProvider>
      <PageBar width="narrow">
        <PlaceBox searchType={home.searchType} size="compact" />
      </PageBar>
      <main id="main" tabIndex={-1} className="mx-auto max-w-[1248px] pb-8 outline-none md:px-6 print:hidden">
        <div className="flex flex-wrap items-center gap-x-4 px-4 py-1 md:px-0 md:py-2 lg:flex-nowrap">
          <PlaceTrail home={home} />
          <HomeActions home={home} />
        </div>
        <Gallery home={home} address={address} />
        <div className="px-4 md:px-0 lg:grid lg:grid-cols-[minmax(0,1fr)_340px] lg:gap-x-12">
          <HomeHeader {...data} />
          <aside className="mt-6 self-start rounded-card border border-line bg-surface p-5 lg:sticky lg:top-4 lg:row-span-2 print:hidden [&>section]:mt-0 [&>section]:border-0 [&>section]:pt-0">
            <AskSlot home={home} />
          </aside>
          <div className="mt-8 min-w-0">
            <OpenHouseList home={home} now={now} />
            <SectionNav parts={parts} />
            <div className="md:mt-8 md:space-y-10">
              {parts.map(({ id, title, note, headline, startsOpen, Body }) => (
                <HomeSection
                  key={id}
                  id={id}
                  title={t(title)}
                  note={note === undefined ? undefined : t(note)}
                  headline={headline?.(data, words)}
                  startsOpen={startsOpen}
                >
                  <Body {...data} />
                </HomeSection>
              ))}
            </div>
            <Island load={loadVideos} props={{ home }}>
              {null}
            </Island>
          </div>
        </div>
        <SimilarHomes {...data} />
        <BottomBar home={home} address={address} />
      </main>
      <div className="print:hidden">
        <LegalFoot>
          <SourceNotes sources={[home.source]} />
        </LegalFoot>
      </div>
      <CallCard {...data} />
      {/* The bar below must not cover the last line of the page. */}
      <div className="h-16 bg-sunken short:hidden md:hidden print:hidden" />
    </TermProvider>
  );
}

/** By realtors of this site, about where the home is; there for few homes, so that no other page carries its script. */
const loadVideos = () => import('../contact/home-videos.tsx').then(({ HomeVideos }) => HomeVideos);

/** On a phone, always under the thumb: the price, save, ask. */
function BottomBar({ home, address }: { home: HomeAnswer; address: string }) {
  return (
    <div className="fixed inset-x-0 bottom-0 z-30 flex min-h-16 items-center justify-between gap-3 border-line border-t bg-surface px-4 pb-[env(safe-area-inset-bottom)] short:static short:mt-8 md:hidden print:hidden">
      <Price home={pricedHome(home)} />
      <span className="flex min-w-0 items-center gap-2">
        <SaveButton home={keptOf(home)} address={address} />
        <div id={ASK_BAR} className="flex min-w-0 justify-end" />
      </span>
    </div>
  );
}

/** From now on cards and lists can say what changed since. Where the script for it does not come, they say nothing. */
function useLook(home: HomeAnswer, address: string): void {
  const { homeId, path, listPrice, standardStatus } = keptOf(home);
  useEffect(() => {
    import('../listing/looks.ts')
      .then(({ rememberLook }) => rememberLook('seen', { homeId, path, listPrice, standardStatus }, address))
      .catch(() => {});
  }, [homeId, path, listPrice, standardStatus, address]);
}
