import { useHydrated } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense } from 'react';
import { FrontBox, RecentLine } from '../front/front-box.tsx';
import type { FrontData, LaterSection } from '../front/front-data.ts';
import { Section } from '../front/section.tsx';
import { localName, useWords, type Words } from '../i18n/words.tsx';
import { MixedSources, SourceNotes } from '../listing/card/attribution.tsx';
import { ListingCard } from '../listing/card/listing-card.tsx';
import { frontPreviewPath } from '../share/preview-version.ts';
import { definePage, type LoaderContext, type PageHead } from '../site/page-module.ts';
import { PageMain } from '../ui/frame/page-main.tsx';

export const page = definePage({ loader, head, Page });

/** Not essential, so it loads after the page. */
const SessionNotice = lazy(async () => ({
  default: (await import('../account/sign-in/session-notice.tsx')).SessionNotice,
}));

const loadLater = () => import('../front/front-sections.tsx');
type Later = ComponentType<{ names: readonly LaterSection[]; data: FrontData }>;
/** Loaded before rendering on the server; in the browser the server's HTML stays until the script has loaded. */
let Later: Later = lazy(loadLater);

/** The requests are in a separate script: on a first visit the server has sent the data. */
async function loader(context: LoaderContext): Promise<FrontData> {
  const { loadFront } = await import('../front/front-data.ts');
  if (import.meta.env.SSR) Later = (await loadLater()).default;
  return await loadFront(context);
}

function head({ isPlain, total }: FrontData, { words }: { words: Words }): PageHead {
  return {
    title: words.t('site.name'),
    description: words.t('front.about'),
    canonical: '/',
    index: isPlain,
    image: {
      path: frontPreviewPath(total, words.locale),
      alt: words.t('search.heading_sale', { place: words.t('search.country') }),
    },
  };
}

function Page({ data }: { data: FrontData }) {
  const { t } = useWords();
  const { sections, sources, searchType } = data;
  const isHydrated = useHydrated();
  const isLater = (name: FrontData['sections'][number]): name is LaterSection =>
    name !== 'new' && name !== 'since';
  const first = sections.indexOf('new');
  const [before, after] = [sections.slice(0, Math.max(0, first)), sections.slice(first + 1)];
  return (
    <PageMain>
      <div className="front-door mb-5">
        <section className="mx-auto max-w-[760px] px-4 pt-8 pb-4 text-center md:pt-10">
          <h1 className="font-bold text-3xl leading-tight md:text-4xl">{t('front.title')}</h1>
          <p className="mx-auto mt-3 max-w-[34em] text-balance text-lg text-quiet">{t('front.about')}</p>
          <div className="mt-5 text-left md:mt-6">
            <FrontBox initialType={searchType} />
          </div>
          <RecentLine withNews={sections.includes('since')} />
        </section>
      </div>
      <MixedSources sources={sources}>
        <div className="mx-auto max-w-[1360px] px-4 md:px-6">
          <Suspense>
            <Later names={before.filter(isLater)} data={data} />
          </Suspense>
          {first < 0 ? null : <NewHomes {...data} />}
          <Suspense>
            <Later names={after.filter(isLater)} data={data} />
          </Suspense>
          {/* The licences want them wherever homes are, whatever the owner shows. */}
          <SourceNotes sources={sources} />
        </div>
      </MixedSources>
      {isHydrated ? (
        <Suspense>
          <SessionNotice />
        </Suspense>
      ) : null}
    </PageMain>
  );
}

/** The newest homes, above the fold. */
function NewHomes({ homes, place, sources, now }: FrontData) {
  const { t, locale } = useWords();
  const isSample = sources.some((one) => one.sample);
  return (
    <Section
      id="new-homes"
      title={place === null ? t('front.new') : t('front.new_in', { place: localName(place, { locale }) })}
      {...(isSample ? { note: t('front.sample') } : {})}
      more={{
        path: place === null ? '/homes/for_sale' : `/homes/for_sale/${place.slug}`,
        text: t('front.new_all'),
      }}
    >
      {homes.length === 0 ? (
        <p className="rounded-card border border-line bg-surface p-6 text-quiet">{t('front.empty')}</p>
      ) : (
        <ul className="grid gap-4 sm:grid-cols-2 md:gap-6 lg:grid-cols-4">
          {homes.map((home, index) => (
            // Four on a phone; the link leads to more.
            <li key={home.homeId} className={index < 4 ? '' : 'max-sm:hidden'}>
              <ListingCard
                home={home}
                eager={index === 0}
                now={now}
                sizes="(min-width: 1360px) 316px, (min-width: 1024px) 24vw, (min-width: 640px) 46vw, 94vw"
              />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
