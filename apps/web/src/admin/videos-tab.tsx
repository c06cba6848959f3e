import type { VideoAnswer } from '@maru/contract';
import { MODERATION_STATES } from '@maru/listing/people';
import { formatMoment } from '../contact/contact-copy.tsx';
import { UserText } from '../contact/user-text.tsx';
import { localName, useWords } from '../i18n/words.tsx';
import { usePages } from '../queries/use-pages.ts';
import { Button } from '../ui/button.tsx';
import { useAction } from '../ui/form/use-action.ts';
import { ExternalIcon } from '../ui/icons/icons.tsx';
import { TextLink } from '../ui/site-link.tsx';
import { PagedList } from './admin-lists.tsx';
import { Facts, FilterLinks, Panel, Result, State } from './admin-parts.tsx';
import { useAddress } from './use-address.ts';

const TONES = { pending: 'warn', published: 'good', refused: 'bad', draft: 'quiet' } as const;

/** Videos by moderation state. Nothing is requested from YouTube before an admin follows the link. */
export function VideosTab() {
  const { t } = useWords();
  const { text } = useAddress();
  const shown = MODERATION_STATES.find((one) => one === text('state')) ?? 'pending';
  const list = usePages(['admin', 'videos', shown], (client, cursor, signal) =>
    client.listRealtorVideos({ query: { state: shown, cursor }, signal }),
  );
  return (
    <>
      <p className="mb-4 max-w-[72ch] text-quiet">{t('admin.videos.lead')}</p>
      <FilterLinks
        name="state"
        label={t('admin.videos.state')}
        shown={shown}
        values={MODERATION_STATES}
        formatTitle={(one) => t(`admin.videos.${one}`)}
      />
      <PagedList list={list} keyOf={({ videoId }) => videoId} empty={t('admin.videos.empty')}>
        {(one) => (
          <Video
            video={one}
            onChange={(now) => list.replace(({ videoId }) => videoId === one.videoId, now)}
          />
        )}
      </PagedList>
    </>
  );
}

function Video({ video, onChange }: { video: VideoAnswer; onChange: (now: VideoAnswer) => void }) {
  const words = useWords();
  const { t } = words;
  const action = useAction();
  const { isBusy, run } = action;
  const decide = (state: (typeof MODERATION_STATES)[number]) =>
    run(async (client) => {
      onChange(await client.moderateVideo({ params: { id: video.videoId }, body: { state } }));
      return t(`admin.videos.is_${state}`);
    });
  const { realtor } = video;
  return (
    <Panel
      title={video.title === null ? t('admin.videos.untitled') : <UserText text={video.title} />}
      aside={<State tone={TONES[video.state]}>{t(`admin.videos.${video.state}`)}</State>}
    >
      <Facts
        rows={[
          [
            t('admin.videos.of'),
            realtor === null ? (
              t('admin.videos.nobody')
            ) : (
              <UserText key="r" text={`${realtor.name} · ${realtor.licenseNumber}`} />
            ),
          ],
          [
            t('admin.videos.places'),
            video.places.length === 0 ? (
              t('admin.none')
            ) : (
              <UserText key="p" text={video.places.map((one) => localName(one, words)).join(', ')} />
            ),
          ],
          [
            t('admin.videos.terms'),
            video.terms.length === 0 ? t('admin.none') : <UserText key="t" text={video.terms.join(', ')} />,
          ],
          [t('admin.when'), formatMoment(video.createdAt, words)],
        ]}
      />
      <p className="mt-2">
        <TextLink
          href={`https://www.youtube.com/watch?v=${video.youtubeId}`}
          target="_blank"
          rel="noreferrer noopener"
        >
          {t('admin.videos.watch')}
          <ExternalIcon size={16} />
        </TextLink>
      </p>
      <Result action={action} />
      <div className="mt-2 flex flex-wrap gap-3">
        {video.state === 'published' ? null : (
          <Button variant="primary" disabled={isBusy} onClick={() => void decide('published')}>
            {t('admin.videos.publish')}
          </Button>
        )}
        {video.state === 'refused' ? null : (
          <Button disabled={isBusy} onClick={() => void decide('refused')}>
            {t('admin.videos.refuse')}
          </Button>
        )}
        {video.state === 'pending' ? null : (
          <Button disabled={isBusy} onClick={() => void decide('pending')}>
            {t('admin.videos.reopen')}
          </Button>
        )}
      </div>
    </Panel>
  );
}
