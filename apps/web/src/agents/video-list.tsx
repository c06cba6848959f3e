import type { VideoAnswer } from '@maru/contract';
import { localePath } from '@maru/words';
import { VideoCard } from '../contact/video-card.tsx';
import { useWords } from '../i18n/words.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { PageMain } from '../ui/frame/page-main.tsx';
import { Section } from '../ui/section.tsx';
import { TextLink } from '../ui/site-link.tsx';
import { agentPath, type VideoSearch, videoSearchPath } from './agent-search.ts';
import { PageLinks } from './page-links.tsx';

export interface VideoListProps {
  search: VideoSearch;
  /** In the language of the page; null for an unknown place. */
  placeName: string | null;
  /** The agent of `search.id`, in the language of the page; null for the videos of all. */
  agentName: string | null;
  videos: readonly VideoAnswer[];
  next: string | undefined;
}

/** The published videos of an agent, or of all agents by place and topic. Its form works without script. */
export function VideoList({ search, placeName, agentName, videos, next }: VideoListProps) {
  const { t } = useWords();
  const isUnknown = search.place !== '' && placeName === null;
  const isPlain = placeName === null && search.term === '';
  return (
    <PageMain className="max-w-[1080px] px-4 py-8 md:px-6 md:py-12">
      <h1 className="font-bold text-2xl md:text-3xl">
        {agentName === null ? t('agents.videos_title') : t('agents.videos_of', { name: agentName })}
      </h1>
      <p className="mt-2">
        {agentName === null ? (
          <TextLink path="/_maru_agent">{t('agents.title')}</TextLink>
        ) : (
          <TextLink path={agentPath(search.id)}>{t('agents.about_agent', { name: agentName })}</TextLink>
        )}
      </p>
      {agentName === null ? <Finder search={search} placeName={placeName} /> : null}
      <Section id="found" title={t('agents.videos')} titleClass="sr-only" className="mt-8">
        {isUnknown ? (
          <p role="status" className="mb-3 font-medium text-warn">
            {t('agents.videos_unknown_place', { text: search.place })}
          </p>
        ) : null}
        {videos.length === 0 ? (
          <p className="rounded-card border border-line border-dashed p-8 text-center font-semibold">
            {t(isPlain ? 'agents.videos_empty' : 'agents.videos_none')}
          </p>
        ) : (
          <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {videos.map((video) => (
              <li key={video.videoId}>
                <VideoCard
                  video={video}
                  withRealtor={agentName === null}
                  topicPath={(term) => videoSearchPath({ term })}
                />
              </li>
            ))}
          </ul>
        )}
        <PageLinks
          cursor={search.cursor}
          next={next}
          path={(cursor) => videoSearchPath({ ...search, cursor })}
          first={t('agents.videos_first')}
          more={t('agents.videos_more')}
        />
      </Section>
    </PageMain>
  );
}

function Finder({ search, placeName }: Pick<VideoListProps, 'search' | 'placeName'>) {
  const { t, locale } = useWords();
  return (
    <form
      // A new search resets the fields.
      key={JSON.stringify(search)}
      method="get"
      action={localePath(locale, '/_maru_agent')}
      className="mt-6 rounded-card border border-line bg-surface p-4 md:p-6"
    >
      <input type="hidden" name="view" value="videos" />
      {/* Only one of the two fields has a note above its input. */}
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <Field
          label={t('agents.place')}
          name="place"
          defaultValue={placeName ?? search.place}
          maxLength={100}
          autoComplete="off"
        />
        <Field
          label={t('agents.videos_topic')}
          note={t('agents.videos_topic_note')}
          name="term"
          defaultValue={search.term}
          maxLength={40}
          autoComplete="off"
        />
      </div>
      <Button variant="primary" size="large" className="mt-4 w-full sm:w-auto" type="submit">
        {t('agents.videos_find')}
      </Button>
    </form>
  );
}
