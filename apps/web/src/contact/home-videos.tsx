import type { HomeAnswer, VideoAnswer } from '@maru/contract';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useWords } from '../i18n/words.tsx';
import { VideoCard } from './video-card.tsx';

/**
 * At most two videos by realtors of this site about where a home is (rule R73). Comes after the page and asks only us;
 * where there is none, nothing stands here.
 */
export function HomeVideos({ home }: { home: Pick<HomeAnswer, 'homeId'> }) {
  const { t } = useWords();
  const { client } = useRouter().options.context;
  const { homeId } = home;
  const [videos, setVideos] = useState<VideoAnswer[]>([]);
  useEffect(() => {
    const stop = new AbortController();
    client.listRealtorVideos({ query: { homeId }, signal: stop.signal }).then(
      ({ items }) => setVideos(items),
      // Nobody came here for them.
      () => undefined,
    );
    return () => stop.abort();
  }, [client, homeId]);
  if (videos.length === 0) return null;
  return (
    <section aria-labelledby="videos" className="mt-10 print:hidden">
      <h2 id="videos" className="font-bold text-xl">
        {t('video.of_area')}
      </h2>
      <p className="mt-1 text-quiet text-sm">{t('video.of_area_note')}</p>
      <ul className="mt-3 grid gap-4 sm:grid-cols-2">
        {videos.map((video) => (
          <li key={video.videoId}>
            <VideoCard video={video} />
          </li>
        ))}
      </ul>
    </section>
  );
}
