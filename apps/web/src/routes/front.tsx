import { useLoaderData } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense, useSyncExternalStore } from 'react';
import { FrontBox, RecentLine } from '../front/front-box.tsx';
import { type FrontData, loadFront, type SectionName } from '../front/front-data.ts';
import {
  Collections,
  Feeds,
  KoreanAgents,
  Newcomers,
  NewHomes,
  Places,
  Videos,
} from '../front/front-sections.tsx';
import { useWords, type Words } from '../i18n/words.tsx';
import { SourceNotes } from '../listing/attribution.tsx';
import type { PageHead } from '../page-module.ts';
import { frontPreviewPath } from '../preview-version.ts';

/** Nothing that one came for, so it comes after the page. */
const AtTheDoor = lazy(async () => ({ default: (await import('../account/at-the-door.tsx')).AtTheDoor }));

export { loadFront as loader };

export function head({ isPlain, total }: FrontData, { words }: { words: Words }): PageHead {
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

/** What is new since one's last visit stands in the line under the box, not among the parts below. */
const PARTS: Record<Exclude<SectionName, 'since'>, ComponentType<FrontData>> = {
  new: NewHomes,
  places: Places,
  collections: Collections,
  agents: KoreanAgents,
  videos: Videos,
  newcomers: Newcomers,
  feeds: Feeds,
};

export function Page() {
  const { t } = useWords();
  const data = useLoaderData({ strict: false }) as FrontData;
  const { sections, sources, searchType } = data;
  const isTakenOver = useSyncExternalStore(never, yes, no);
  return (
    <main id="main" tabIndex={-1} className="outline-none">
      <section className="mx-auto max-w-[760px] px-4 pt-10 pb-4 md:pt-14">
        <h1 className="text-center font-bold text-3xl leading-tight md:text-4xl">{t('front.title')}</h1>
        <div className="mt-6 md:mt-8">
          <FrontBox initialType={searchType} />
        </div>
        <RecentLine withNews={sections.includes('since')} />
      </section>
      <div className="mx-auto max-w-[1360px] px-4 md:px-6">
        {sections.map((name) => {
          if (name === 'since') return null;
          const Part = PARTS[name];
          return <Part key={name} {...data} />;
        })}
        {/* The licences want them wherever homes are, whatever the owner shows. */}
        <SourceNotes sources={sources} />
      </div>
      {isTakenOver ? (
        <Suspense>
          <AtTheDoor />
        </Suspense>
      ) : null}
    </main>
  );
}

const never = () => () => {};
const yes = () => true;
const no = () => false;
