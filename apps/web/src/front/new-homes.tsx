import { localName, useWords } from '../i18n/words.tsx';
import { ListingCard } from '../listing/card/listing-card.tsx';
import type { FrontData } from './front-data.ts';
import { Section } from './section.tsx';

/** Real homes, the first row above the fold. */
export function NewHomes({ homes, place, sources, now }: FrontData) {
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
            // On a phone one is soon through: there are more behind the link.
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
