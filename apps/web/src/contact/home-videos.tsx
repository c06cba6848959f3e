import type { HomeAnswer } from '@maru/contract';
import { useRouter } from '@tanstack/react-router';
import { useWords } from '../i18n/words.tsx';
import { Section } from '../ui/section.tsx';
import { useLatest } from '../ui/use-latest.ts';
import { VideoCard } from './video-card.tsx';

/**
 * At most two videos by realtors of this site about the home's area (rule R73). Loaded after the page, from this site
 * only; empty without videos.
 */
export function HomeVideos({ home }: { home: Pick<HomeAnswer, 'homeId'> }) {
  const { t } = useWords();
  const { client } = useRouter().options.context;
  const { homeId } = home;
  const { value: videos = [] } = useLatest(
    homeId,
    async (signal) => (await client.listRealtorVideos({ query: { homeId }, signal })).items,
  );
  if (videos.length === 0) return null;
  return (
    <Section
      id="videos"
      title={t('video.of_area')}
      note={t('video.of_area_note')}
      className="mt-10 print:hidden"
    >
      <ul className="mt-3 grid gap-4 sm:grid-cols-2">
        {videos.map((video) => (
          <li key={video.videoId}>
            <VideoCard video={video} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
