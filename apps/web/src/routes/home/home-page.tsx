import type { HomeAnswer, SourceAnswer } from '@maru/contract';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { AskBar, AskSlot } from '../../contact/ask-slot.tsx';
import { useWords } from '../../i18n/words.tsx';
import { MixedSources, SourceNotes } from '../../listing/card/attribution.tsx';
import { OpenHouseList } from '../../listing/card/open-house-list.tsx';
import { Price } from '../../listing/card/price.tsx';
import { addressText, pricedHome } from '../../listing/facts/home-words.ts';
import { SaveButton } from '../../listing/kept/save-button.tsx';
import { HomeActions, toSavedHome } from '../../listing/page/home-actions.tsx';
import { HomeHeader, PlaceTrail } from '../../listing/page/home-header.tsx';
import type { HomePageData, SectionPart } from '../../listing/page/home-page-data.ts';
import { HomeSection, useFolds } from '../../listing/page/home-section.tsx';
import { SectionNav } from '../../listing/page/section-nav.tsx';
import { Gallery } from '../../listing/photos/gallery.tsx';
import { TermProvider } from '../../listing/terms/term.tsx';
import { PlaceBox } from '../../search/place-box/place-box.tsx';
import { LegalFoot, PageBar } from '../../site/site-chrome.tsx';
import { PageMain } from '../../ui/frame/page-main.tsx';
import { Island } from '../../ui/island.tsx';
import { homeLate } from './home-late.ts';
import { HOME_SECTIONS } from './home-sections.tsx';

/** The page of a home (rule L3): photos, price, contact, then the sections of `home-sections.tsx`. */
export function HomePage(data: HomePageData) {
  const { home, now } = data;
  const words = useWords();
  const { t } = words;
  const address = addressText(home, words);
  const sources = useMemo(() => listSources(data), [data]);
  const parts = HOME_SECTIONS.filter((part) => part.isShown(data));
  useFolds();
  homeLate.useAfterStart(useRouter().options.context.loadWords);
  useRememberView(home, address);
  const section = ({ id, title, note, headline, startsOpen }: SectionPart) => (
    <HomeSection
      key={id}
      id={id}
      title={t(title)}
      note={note === undefined ? undefined : t(note)}
      headline={headline?.(data, words)}
      startsOpen={startsOpen}
    >
      <Late name={id} {...data} />
    </HomeSection>
  );
  return (
    <MixedSources sources={sources}>
      <TermProvider>
        <PageBar width="narrow">
          <PlaceBox searchType={home.searchType} size="compact" />
        </PageBar>
        <PageMain
          // On a phone the photos come first, then the actions. Rows are not stretched: while the HTML is streaming there are
          // few of them, and each new one would move the others.
          className="max-w-[1248px] pb-8 max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:content-start max-md:*:col-span-2 md:px-6 print:hidden"
        >
          <div className="group/top flex-wrap items-center gap-x-4 max-md:contents md:flex md:py-2 lg:flex-nowrap">
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
                {groupRows(parts).map(([first, ...others]) =>
                  others.length === 0 ? (
                    section(first)
                  ) : (
                    <div key={first.id} className="gap-x-12 max-xl:md:space-y-10 xl:grid xl:grid-cols-2">
                      {section(first)}
                      <div className="min-w-0 md:space-y-10">{others.map(section)}</div>
                    </div>
                  ),
                )}
              </div>
              <Island load={loadVideos} props={{ home }}>
                {null}
              </Island>
            </div>
          </div>
          {home.similar.length === 0 ? null : <Late name="similar" {...data} />}
          <BottomBar home={home} address={address} />
        </PageMain>
        <div className="print:hidden">
          <LegalFoot>
            <SourceNotes sources={sources} />
          </LegalFoot>
        </div>
        <Late name="call" {...data} />
        {/* Space for the fixed bar, so that it does not cover the end of the page. */}
        <div className="noscript:hidden short:hidden h-24 bg-sunken md:hidden print:hidden" />
      </TermProvider>
    </MixedSources>
  );
}

/** The sources of all homes on the page, each once, the home's own first. */
function listSources({ home, market }: Pick<HomePageData, 'home' | 'market'>): SourceAnswer[] {
  const all = [home.source, ...home.otherSources, ...(market?.sources ?? [])];
  return all.filter(({ dataset }, at) => all.findIndex((one) => one.dataset === dataset) === at);
}

const { Late } = homeLate;

/** One section per row; sections on the right share the row of the preceding section on the left. */
function groupRows(parts: readonly SectionPart[]): [SectionPart, ...SectionPart[]][] {
  const rows: [SectionPart, ...SectionPart[]][] = [];
  for (const part of parts) {
    const row = rows.at(-1);
    if (part.side === 'right' && row?.[0].side === 'left') row.push(part);
    else rows.push([part]);
  }
  return rows;
}

/** Videos by realtors of this site about the home's area; few homes have them, so the script loads separately. */
const loadVideos = () => import('../../contact/home-videos.tsx').then(({ HomeVideos }) => HomeVideos);

/** The fixed bar of phones: price, save, contact. */
function BottomBar({ home, address }: { home: HomeAnswer; address: string }) {
  return (
    <div className="short:static fixed inset-x-0 bottom-0 z-30 short:mt-8 flex noscript:hidden min-h-16 items-center justify-between gap-3 border-line border-t bg-surface px-4 pb-[env(safe-area-inset-bottom)] md:hidden print:hidden">
      {/* Hidden with large fonts in a small window (in rem). */}
      <span className="max-[19rem]:hidden">
        <Price home={pricedHome(home)} />
      </span>
      <span className="flex min-w-0 items-center gap-2">
        <SaveButton home={toSavedHome(home)} address={address} />
        <AskBar home={home} />
      </span>
    </div>
  );
}

/** Stores the visit, so that cards can show later changes. Without its script nothing is shown. */
function useRememberView(home: HomeAnswer, address: string): void {
  const { homeId, path, listPrice, standardStatus } = toSavedHome(home);
  useEffect(() => {
    import('../../listing/kept/viewed-homes.ts')
      .then(({ rememberHome }) => rememberHome('seen', { homeId, path, listPrice, standardStatus }, address))
      .catch(() => {});
  }, [homeId, path, listPrice, standardStatus, address]);
}
