import type { VideoAnswer } from '@maru/contract';
import { useState } from 'react';
import { localName, useWords } from '../i18n/words.tsx';
import { licenseText } from '../listing/card/attribution.tsx';
import { Button } from '../ui/button.tsx';
import { PlayIcon } from '../ui/icons/icons.tsx';
import { TextLink } from '../ui/site-link.tsx';
import { UserText } from './user-text.tsx';

interface VideoCardProps {
  video: VideoAnswer;
  /** Whether the realtor is named; not needed on the realtor's own page. */
  withRealtor?: boolean;
  /** The address of the videos about a topic; without it no topics are shown. */
  topicPath?: (term: string) => string;
}

/**
 * A video as title and picture from this site. YouTube's frame, without cookies, is created only when "play" is
 * pressed, so that YouTube learns of no other visitor.
 */
export function VideoCard({ video, withRealtor = true, topicPath }: VideoCardProps) {
  const words = useWords();
  const { t, locale } = words;
  const [isPlaying, setPlaying] = useState(false);
  const { realtor, youtubeId } = video;
  const title =
    video.title ??
    (realtor === null ? t('video.untitled') : t('video.untitled_by', { name: localName(realtor, words) }));
  const flags = [
    video.language === 'ko' || video.language === 'en' ? t(`video.spoken_${video.language}`) : null,
    ...(['ko', 'en'] as const).map((code) =>
      video.captions.includes(code) ? t(`video.captions_${code}`) : null,
    ),
  ].filter((flag) => flag !== null);
  return (
    <article className="overflow-hidden rounded-card border border-line bg-surface">
      <div className="relative aspect-video bg-sunken">
        {isPlaying ? (
          <iframe
            src={`https://www.youtube-nocookie.com/embed/${youtubeId}?autoplay=1&hl=${locale}&cc_lang_pref=${locale}&rel=0`}
            title={title}
            allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
            referrerPolicy="strict-origin-when-cross-origin"
            className="absolute inset-0 size-full border-0"
          />
        ) : (
          <>
            {video.picture === null ? (
              <span
                aria-hidden="true"
                className="absolute inset-0 bg-linear-to-br from-primary-soft to-sunken"
              />
            ) : (
              <img
                src={video.picture}
                alt=""
                width={480}
                height={270}
                loading="lazy"
                className="absolute inset-0 size-full object-cover"
              />
            )}
            <Button
              variant="bare"
              className="needs-script absolute inset-0 grid place-items-center focus-visible:-outline-offset-4"
              onClick={() => setPlaying(true)}
            >
              <span className="grid size-16 place-items-center rounded-chip bg-surface text-primary-text shadow-float">
                <PlayIcon size={28} />
              </span>
              <span className="sr-only">{t('video.play', { title })}</span>
            </Button>
            <noscript>
              <a
                href={`https://www.youtube.com/watch?v=${youtubeId}`}
                rel="noopener noreferrer nofollow"
                className="absolute inset-0"
              >
                {t('video.play', { title })}
              </a>
            </noscript>
          </>
        )}
      </div>
      <div className="p-4">
        <h3 className="font-semibold leading-snug">
          {video.title === null ? title : <UserText text={title} />}
        </h3>
        {flags.length === 0 ? null : (
          <p className="mt-1 flex flex-wrap gap-2">
            {flags.map((flag) => (
              <span key={flag} className="rounded-chip border border-line-strong px-2 text-sm">
                {flag}
              </span>
            ))}
          </p>
        )}
        {topicPath === undefined || video.terms.length === 0 ? null : (
          <ul className="mt-1 flex flex-wrap gap-x-3">
            {video.terms.map((term) => (
              <li key={term}>
                <TextLink path={topicPath(term)}>
                  <UserText text={term} />
                </TextLink>
              </li>
            ))}
          </ul>
        )}
        {!withRealtor || realtor === null ? null : (
          <p className="mt-2">
            <TextLink path={`/_maru_agent?id=${realtor.realtorId}`}>
              {t('video.by', { name: localName(realtor, words) })}
            </TextLink>
            <span className="tabular block">
              {[realtor.brokerName, licenseText(realtor.licenseNumber, realtor.licenseState, words)].join(
                ' · ',
              )}
            </span>
          </p>
        )}
        {isPlaying ? null : <p className="mt-2 text-quiet text-sm">{t('video.from_youtube')}</p>}
      </div>
    </article>
  );
}
