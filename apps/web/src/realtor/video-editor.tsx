import type { PlaceLink, VideoAnswer } from '@maru/contract';
import type { Client } from '@maru/contract/client';
import { useRouter } from '@tanstack/react-router';
import { type Ref, useRef, useState } from 'react';
import { UserText } from '../contact/user-text.tsx';
import { localName, useWords } from '../i18n/words.tsx';
import { useApiQuery } from '../queries/use-api-query.ts';
import { Button } from '../ui/button.tsx';
import { Field, SelectField, TextArea } from '../ui/field.tsx';
import { ActionStatus, Form } from '../ui/form/form.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { whyFailed } from '../ui/why-failed.ts';
import { CheckList } from './check-list.tsx';
import { PlaceChoice, type TypedPlace } from './place-choice.tsx';
import type { OwnRealtor } from './realtor-area.tsx';
import { splitLinks, splitTerms, type VideoFacts } from './video-links.ts';

/** The most links that the API accepts in one request. */
const MOST = 100;
/** A line that was not added and has been removed from the text box. */
type Gone = { number: number; url: string; result: 'exists' | 'left_out' };

/** A realtor's videos: add by links, reorder, show, hide. */
export function VideoEditor({ realtor }: Pick<OwnRealtor, 'realtor'>) {
  const words = useWords();
  const { t } = words;
  const { client } = useRouter().options.context;
  const { data: videos, error: loadError, refetch, set } = useApiQuery(['own-videos'], loadOwnVideos);
  const setVideos = (change: (last: VideoAnswer[]) => VideoAnswer[]) => set((last) => last && change(last));
  const [notDone, setNotDone] = useState<string>();
  const [edited, setEdited] = useState<string>();
  const failed =
    notDone ??
    (videos === undefined && loadError !== null
      ? t('realtor.load_failed', { why: whyFailed(loadError, words) })
      : undefined);

  /** Runs a change. If it fails, shows the reason and reloads the list. */
  const act = async (work: () => Promise<unknown>) => {
    setNotDone(undefined);
    try {
      await work();
    } catch (error) {
      setNotDone(t('videos.failed', { why: whyFailed(error, words) }));
      await refetch();
    }
  };
  const move = (at: number, by: -1 | 1) =>
    act(async () => {
      const next = [...(videos ?? [])];
      const [moved] = next.splice(at, 1);
      if (moved === undefined) return;
      next.splice(at + by, 0, moved);
      setVideos(() => next);
      await client.arrangeRealtorVideos({ body: { videoIds: next.map(({ videoId }) => videoId) } });
    });
  const replace = (changed: VideoAnswer) =>
    setVideos((last) => last.map((one) => (one.videoId === changed.videoId ? changed : one)));

  return (
    <div className="max-w-[820px]">
      <AddVideos onAdded={() => void act(() => refetch({ throwOnError: true }))} />
      <p role="status" className={failed === undefined ? 'mt-6 text-quiet' : 'mt-6 text-bad'}>
        {failed ??
          (videos === undefined
            ? t('site.loading')
            : videos.length === 0
              ? t('videos.none')
              : t('videos.order'))}
      </p>
      <ul className="mt-3 space-y-3">
        {(videos ?? []).map((video, at) => {
          const title = video.title ?? t('videos.untitled', { number: at + 1 });
          const isOwn = video.state === 'published' || video.state === 'draft';
          const shown =
            video.state === 'published' && realtor?.verification !== 'verified'
              ? 'published_pending'
              : video.state;
          return (
            <li key={video.videoId} className="rounded-card border border-line bg-surface p-4">
              <div className="flex flex-wrap items-start gap-4">
                {video.picture === null ? (
                  <span
                    aria-hidden="true"
                    className="aspect-video w-32 shrink-0 rounded-field bg-linear-to-br from-primary-soft to-sunken"
                  />
                ) : (
                  <img src={video.picture} alt="" width={128} height={72} className="rounded-field" />
                )}
                <div className="min-w-0 flex-1 basis-60">
                  <h3 className="break-words font-semibold">
                    <UserText text={title} />
                  </h3>
                  <p className={video.state === 'refused' ? 'text-bad' : 'text-quiet'}>
                    {t(`videos.state.${shown}`)}
                  </p>
                  <p className="text-quiet text-sm">
                    <UserText
                      text={[...video.places.map((place) => localName(place, words)), ...video.terms].join(
                        ' · ',
                      )}
                    />
                  </p>
                </div>
                <div className="flex flex-wrap gap-2">
                  <Button className="min-w-11" disabled={at === 0} onClick={() => void move(at, -1)}>
                    <span aria-hidden="true">↑</span>
                    <span className="sr-only">{t('videos.up', { title })}</span>
                  </Button>
                  <Button
                    className="min-w-11"
                    disabled={at === (videos?.length ?? 0) - 1}
                    onClick={() => void move(at, 1)}
                  >
                    <span aria-hidden="true">↓</span>
                    <span className="sr-only">{t('videos.down', { title })}</span>
                  </Button>
                  {isOwn ? (
                    <Button
                      className="min-w-11"
                      onClick={() =>
                        void act(async () =>
                          replace(
                            await client.updateRealtorVideo({
                              params: { id: video.videoId },
                              body: { state: video.state === 'draft' ? 'published' : 'draft' },
                            }),
                          ),
                        )
                      }
                    >
                      {t(video.state === 'draft' ? 'videos.publish' : 'videos.hide')}
                    </Button>
                  ) : null}
                  <Button
                    className="min-w-11"
                    aria-expanded={edited === video.videoId}
                    onClick={() => setEdited(edited === video.videoId ? undefined : video.videoId)}
                  >
                    {t('videos.edit')}
                  </Button>
                  <Button
                    className="min-w-11"
                    onClick={() =>
                      void act(async () => {
                        await client.deleteRealtorVideo({ params: { id: video.videoId } });
                        setVideos((last) => last.filter((one) => one.videoId !== video.videoId));
                      })
                    }
                  >
                    {t('videos.remove')}
                  </Button>
                </div>
              </div>
              {edited === video.videoId ? (
                <EditVideo
                  video={video}
                  onSaved={(changed) => {
                    replace(changed);
                    setEdited(undefined);
                  }}
                  onCancel={() => setEdited(undefined)}
                />
              ) : null}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

async function loadOwnVideos(client: Client, signal: AbortSignal): Promise<VideoAnswer[]> {
  const all: VideoAnswer[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.listRealtorVideos({ query: { mine: true, limit: 100, cursor }, signal });
    all.push(...page.items);
    cursor = page.next;
  } while (cursor !== undefined);
  return all;
}

function AddVideos({ onAdded }: { onAdded: () => void }) {
  const { t } = useWords();
  const [gone, setGone] = useState<Gone[]>([]);
  /** How many lines at the top of the text box were rejected. */
  const [refused, setRefused] = useState(0);
  const typedPlace = useRef<TypedPlace>(null);
  const form = useForm<{ links: string } & Facts>({
    initial: { links: '', ...NO_FACTS },
    submit: async (client, values) => {
      const all = splitLinks(values.links);
      const lines = all.slice(0, MOST);
      const places = lines.length === 0 ? undefined : await typedPlace.current?.settle();
      if (places === undefined) return undefined;
      const common = toVideoFacts({ ...values, places });
      const answer = await client.createRealtorVideos({
        body: { videos: lines.map(({ url }) => ({ url, ...common })) },
      });
      const told = lines.map((line, at) => ({ ...line, result: answer.results[at]?.result }));
      const wrong = told.filter(({ result }) => result === 'refused');
      setGone(told.filter((one): one is Gone => one.result === 'exists' || one.result === 'left_out'));
      // Remove the lines that were added; keep the invalid ones for correction.
      form.change({ links: [...wrong, ...all.slice(MOST)].map(({ url }) => url).join('\n') });
      setRefused(wrong.length);
      if (wrong.length > 0) form.mark({ links: 'malformed' });
      if (answer.created > 0) onAdded();
      return t('videos.added', { count: answer.created });
    },
    reasonText: () =>
      `${Array.from({ length: refused }, (_, at) => t('videos.line', { number: at + 1 })).join(', ')}: ${t('videos.line.refused')}`,
    toField: () => undefined,
    failed: (why) => t('videos.failed', { why }),
  });
  return (
    <Form form={form} className="space-y-5 rounded-card border border-line bg-surface p-5">
      <h3 className="font-semibold text-lg">{t('videos.add')}</h3>
      <TextArea
        label={t('videos.links')}
        note={t('videos.links_note')}
        rows={3}
        spellCheck={false}
        {...form.field('links')}
      />
      <FactFields facts={form.values} onChange={form.change} typedPlace={typedPlace} />
      <div>
        <Button variant="primary" size="large" className="px-8!" type="submit" disabled={form.isBusy}>
          {t('videos.add_button')}
        </Button>
        <ActionStatus action={form} className="not-empty:mt-3" />
        {gone.length === 0 ? null : (
          <ul className="mt-2">
            {gone.map(({ number, url, result }) => (
              <li key={number} className="break-words text-quiet">
                <UserText text={url} />: {t(`videos.line.${result}`)}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Form>
  );
}

function EditVideo({
  video,
  onSaved,
  onCancel,
}: {
  video: VideoAnswer;
  onSaved: (video: VideoAnswer) => void;
  onCancel: () => void;
}) {
  const { t } = useWords();
  const typedPlace = useRef<TypedPlace>(null);
  const form = useForm<{ title: string } & Facts>({
    initial: {
      title: video.title ?? '',
      places: video.places,
      terms: video.terms.join(', '),
      language: video.language === 'ko' || video.language === 'en' ? video.language : '',
      captions: (['ko', 'en'] as const).filter((code) => video.captions.includes(code)),
    },
    submit: async (client, values) => {
      const places = await typedPlace.current?.settle();
      if (places === undefined) return undefined;
      const body = { title: values.title.trim() || null, ...toVideoFacts({ ...values, places }) };
      onSaved(await client.updateRealtorVideo({ params: { id: video.videoId }, body }));
      return undefined;
    },
    toField: ([first]) => (first === 'title' ? first : undefined),
    failed: (why) => t('videos.failed', { why }),
  });
  return (
    <Form form={form} className="mt-4 space-y-5 border-line border-t pt-4">
      <Field label={t('videos.title')} maxLength={200} {...form.field('title')} />
      <FactFields facts={form.values} onChange={form.change} typedPlace={typedPlace} />
      <p className="flex flex-wrap gap-3">
        <Button className="min-w-11" type="submit">
          {t('videos.save')}
        </Button>
        <Button className="min-w-11" onClick={onCancel}>
          {t('videos.cancel')}
        </Button>
      </p>
      <ActionStatus action={form} role="alert" />
    </Form>
  );
}

interface Facts {
  places: PlaceLink[];
  terms: string;
  language: 'ko' | 'en' | '';
  captions: ('ko' | 'en')[];
}
const NO_FACTS: Facts = { places: [], terms: '', language: '', captions: [] };

function toVideoFacts({ places, terms, language, captions }: Facts): VideoFacts {
  return {
    places: places.map(({ slug }) => slug),
    terms: splitTerms(terms),
    language: language === '' ? null : language,
    captions,
  };
}

interface FactFieldsProps {
  facts: Facts;
  onChange: (changed: Partial<Facts>) => void;
  typedPlace: Ref<TypedPlace>;
}

function FactFields({ facts, onChange, typedPlace }: FactFieldsProps) {
  const { t } = useWords();
  return (
    <>
      <PlaceChoice
        ref={typedPlace}
        label={t('videos.places')}
        note={t('videos.places_note')}
        places={facts.places}
        onChange={(places) => onChange({ places })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t('videos.terms')}
          note={t('videos.terms_note')}
          value={facts.terms}
          maxLength={400}
          onChange={({ target }) => onChange({ terms: target.value })}
        />
        <SelectField
          label={t('videos.spoken')}
          value={facts.language}
          onChange={({ target }) => onChange({ language: target.value as Facts['language'] })}
        >
          <option value="">{t('videos.not_said')}</option>
          <option value="ko">{t('spoken.ko')}</option>
          <option value="en">{t('spoken.en')}</option>
        </SelectField>
      </div>
      <CheckList
        label={t('videos.captions')}
        options={[
          { value: 'ko' as const, text: t('spoken.ko') },
          { value: 'en' as const, text: t('spoken.en') },
        ]}
        chosen={facts.captions}
        onChange={(captions) => onChange({ captions })}
      />
    </>
  );
}
