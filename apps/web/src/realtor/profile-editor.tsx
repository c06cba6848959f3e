import type { RealtorAnswer } from '@maru/contract';
import { ApiError } from '@maru/contract/client';
import { AGENT_LANGUAGES, SPECIALTIES } from '@maru/listing/people';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, lazy, Suspense, useRef, useState } from 'react';
import { useDraft } from '../account/use-draft.ts';
import { changedParts } from '../browser/tab-draft.ts';
import { languageText } from '../contact/agent-words.ts';
import { useWords } from '../i18n/words.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Field, TextArea } from '../ui/field.tsx';
import { useFocusRefused } from '../ui/field-focus.ts';
import { Modal } from '../ui/modal.tsx';
import { Notice } from '../ui/notice.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { whyFailed } from '../ui/why-failed.ts';
import { AgentLinksSection } from './agent-links.tsx';
import { CheckList } from './check-list.tsx';
import { PlaceChoice, type TypedPlace } from './place-choice.tsx';
import { ProfilePreview } from './profile-preview.tsx';
import { bodyOf, EMPTY_PROFILE, editOf, formOf, type ProfileForm, refusedParts } from './profile-values.ts';
import type { OwnRealtor } from './realtor-area.tsx';

/** Cropping comes with whoever has a photo to crop. */
const PictureField = lazy(async () => ({ default: (await import('./picture-field.tsx')).PictureField }));

type Text =
  | 'name'
  | 'nameKo'
  | 'licenseNumber'
  | 'licenseState'
  | 'brokerName'
  | 'officeName'
  | 'email'
  | 'phone';
const SAID = { good: 'text-good', bad: 'text-bad', none: 'text-quiet' };
const TONES = { pending: 'info', verified: 'good', refused: 'bad' } as const;

/** One's profile: to apply with, to change, to see as visitors do, to delete. */
export function ProfileEditor({ realtor, take }: OwnRealtor) {
  const words = useWords();
  const { t } = words;
  const { client } = useRouter().options.context;
  const form = useRef<HTMLFormElement>(null);
  const focusWrong = useFocusRefused(form);
  const typedPlace = useRef<TypedPlace>(null);
  const draft = useDraft('profile', realtor === null ? EMPTY_PROFILE : formOf(realtor));
  const { values } = draft;
  const [uploadId, setUploadId] = useState<string | null>();
  const [errors, setErrors] = useState<ReturnType<typeof refusedParts>>({});
  const [said, setSaid] = useState<{ tone: 'good' | 'bad'; text: string }>();
  const [isBusy, setBusy] = useState(false);

  const change = (part: Partial<ProfileForm>) => {
    draft.change(part);
    setErrors((last) => Object.fromEntries(Object.entries(last).filter(([key]) => !(key in part))));
    setSaid(undefined);
  };
  const text = (field: Text | 'bioEn' | 'bioKo') => {
    const reason = errors[field];
    return {
      value: values[field],
      error: reason === undefined ? undefined : t(`reason.${reason}`),
      onChange: ({ target }: { target: { value: string } }) => change({ [field]: target.value }),
    };
  };

  const show = (found: typeof errors) => {
    setErrors(found);
    setSaid({ tone: 'bad', text: t('profile.check', { count: Object.keys(found).length }) });
    focusWrong();
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const missing = (['name', 'licenseNumber', 'brokerName'] as const).filter(
      (field) => values[field].trim() === '',
    );
    if (missing.length > 0) return show(Object.fromEntries(missing.map((field) => [field, 'missing'])));
    setBusy(true);
    setSaid(undefined);
    const picture = uploadId === undefined ? {} : { uploadId };
    try {
      const places = await typedPlace.current?.settle();
      if (places === undefined) return setSaid({ tone: 'bad', text: t('profile.check', { count: 1 }) });
      const now = { ...values, places };
      if (realtor !== null && uploadId === undefined && isSame(now, formOf(realtor)))
        return setSaid({ tone: 'good', text: t('profile.unchanged') });
      const saved =
        realtor === null
          ? await client.createRealtor({ body: { ...bodyOf(now), ...picture } })
          : await update(realtor, now, picture);
      if (saved === undefined) return setSaid({ tone: 'bad', text: t('realtor.changed_elsewhere') });
      take(saved);
      draft.drop(now);
      setUploadId(undefined);
      setSaid({ tone: 'good', text: t(realtor === null ? 'realtor.applied' : 'profile.saved') });
    } catch (error) {
      const refused = error instanceof ApiError ? refusedParts(error.body) : {};
      if (Object.keys(refused).length > 0) show(refused);
      else setSaid({ tone: 'bad', text: t('profile.failed', { why: whyFailed(error, words) }) });
    } finally {
      setBusy(false);
    }
  };

  /**
   * Sends what was changed here. Undefined: the same was changed elsewhere meanwhile; that is known now, and saving again
   * puts what stands here in its place.
   */
  const update = async (
    seen: RealtorAnswer,
    now: ProfileForm,
    picture: { uploadId?: string | null },
  ): Promise<RealtorAnswer | undefined> => {
    const changed = changedParts(now, formOf(seen));
    const send = (of: RealtorAnswer) =>
      client.updateRealtor({
        params: { id: of.realtorId },
        body: { ...editOf(now, changed), ...picture },
        ifMatch: of.version,
      });
    try {
      return await send(seen);
    } catch (error) {
      if (!(error instanceof ApiError && error.statusCode === 412)) throw error;
      const newer = (await client.listRealtors({ query: { mine: true } })).items[0];
      if (newer === undefined) throw error;
      const theirs = changedParts(formOf(newer), formOf(seen));
      if (Object.keys(changedParts(now, formOf(newer))).every((part) => !(part in changed && part in theirs)))
        return await send(newer);
      take(newer);
      return undefined;
    }
  };

  return (
    <div className="max-w-[720px]">
      {realtor === null ? (
        <div className="mb-6">
          <h3 className="font-semibold text-lg">{t('realtor.apply_title')}</h3>
          <p className="mt-1 text-quiet">{t('realtor.apply_text')}</p>
        </div>
      ) : (
        <State realtor={realtor} />
      )}
      <form ref={form} noValidate className="space-y-6" onSubmit={(event) => void save(event)}>
        <Suspense fallback={<div className="h-32" />}>
          <PictureField name={values.name} picture={realtor?.picture ?? null} onChange={setUploadId} />
        </Suspense>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('realtor.name')} autoComplete="name" maxLength={100} required {...text('name')} />
          <Field label={t('realtor.name_ko')} lang="ko" maxLength={100} {...text('nameKo')} />
          <Field
            label={t('realtor.license')}
            note={t('realtor.license_note')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={40}
            required
            {...text('licenseNumber')}
          />
          <Field
            label={t('realtor.license_state')}
            note="CA"
            autoComplete="off"
            maxLength={2}
            required
            {...text('licenseState')}
          />
          <Field label={t('realtor.broker')} maxLength={150} required {...text('brokerName')} />
          <Field label={t('realtor.office')} maxLength={150} {...text('officeName')} />
          <Field
            label={t('realtor.email')}
            note={t('realtor.email_note')}
            type="email"
            autoComplete="email"
            maxLength={254}
            {...text('email')}
          />
          <Field
            label={t('profile.phone')}
            note={t('profile.phone_note')}
            type="tel"
            autoComplete="tel"
            maxLength={40}
            {...text('phone')}
          />
        </div>
        {realtor === null ? null : <p className="text-quiet text-sm">{t('realtor.recheck')}</p>}
        <TextArea
          label={t('realtor.bio_ko')}
          note={t('realtor.bio_note')}
          lang="ko"
          rows={5}
          maxLength={4_000}
          {...text('bioKo')}
        />
        <TextArea label={t('realtor.bio_en')} lang="en" rows={5} maxLength={4_000} {...text('bioEn')} />
        <CheckList
          label={t('realtor.languages')}
          options={AGENT_LANGUAGES.map((value) => ({ value, text: languageText(value, words) }))}
          chosen={values.languages}
          onChange={(languages) => change({ languages: languages.slice(0, 10) })}
        />
        <CheckList
          label={t('realtor.specialties')}
          options={SPECIALTIES.map((value) => ({ value, text: t(`specialty.${value}`) }))}
          chosen={values.specialties}
          onChange={(specialties) => change({ specialties })}
        />
        <PlaceChoice
          ref={typedPlace}
          label={t('realtor.areas')}
          places={values.places}
          onChange={(places) => change({ places })}
        />
        <Checkbox
          isLong
          checked={values.dailySummary}
          onChange={({ target }) => change({ dailySummary: target.checked })}
        >
          {t('realtor.summary')}
        </Checkbox>
        <div className="flex flex-wrap items-center gap-4">
          <Button variant="primary" size="large" className="px-8!" type="submit" disabled={isBusy}>
            {t(realtor === null ? 'realtor.apply' : 'profile.save')}
          </Button>
          <p role="status" className={SAID[said?.tone ?? 'none']}>
            {isBusy
              ? t('profile.saving')
              : (said?.text ?? (draft.isRestored ? t('realtor.unfinished') : undefined))}
          </p>
        </div>
      </form>
      {realtor === null ? null : (
        <>
          <AgentLinksSection realtor={realtor} />
          <ProfilePreview realtor={realtor} />
          <Deletion
            realtor={realtor}
            onDeleted={() => {
              draft.drop(values);
              take(null);
            }}
          />
        </>
      )}
    </div>
  );
}

function isSame(one: ProfileForm, other: ProfileForm): boolean {
  return Object.keys(changedParts(one, other)).length === 0;
}

function State({ realtor }: { realtor: RealtorAnswer }) {
  const { t } = useWords();
  const { verification, verificationNote, realtorId } = realtor;
  return (
    <div className="mb-6">
      <Notice tone={TONES[verification]} title={t(`realtor.state.${verification}`)}>
        {verificationNote === null ? null : <p className="whitespace-pre-line">{verificationNote}</p>}
        {verification === 'verified' ? (
          <p>
            <TextLink isUnderlined path={`/_maru_agent?id=${realtorId}`}>
              {t('realtor.see_public')}
            </TextLink>
          </p>
        ) : null}
      </Notice>
    </div>
  );
}

function Deletion({ realtor, onDeleted }: { realtor: RealtorAnswer; onDeleted: () => void }) {
  const words = useWords();
  const { t } = words;
  const { client } = useRouter().options.context;
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string>();
  const confirm = async () => {
    setBusy(true);
    try {
      await client.deleteRealtor({ params: { id: realtor.realtorId } });
      onDeleted();
    } catch (error) {
      setFailed(t('realtor.delete_failed', { why: whyFailed(error, words) }));
      setBusy(false);
    }
  };
  return (
    <p className="mt-10 border-line border-t pt-6">
      <Button size="medium" aria-haspopup="dialog" onClick={() => setAsked(true)}>
        {t('realtor.delete_profile')}
      </Button>
      <Modal
        open={isAsked}
        onClose={() => setAsked(false)}
        label={t('realtor.delete_title')}
        shape="box"
        className="w-[min(30rem,calc(100vw-2rem))]"
      >
        <h2 className="font-bold text-lg">{t('realtor.delete_title')}</h2>
        <p className="mt-2">{t('realtor.delete_text')}</p>
        <p role="alert" className="not-empty:mt-3 text-bad">
          {failed}
        </p>
        <p className="mt-5 flex flex-wrap gap-3">
          <Button size="medium" disabled={isBusy} onClick={() => void confirm()}>
            {t('realtor.delete_profile')}
          </Button>
          <Button size="medium" onClick={() => setAsked(false)}>
            {t('realtor.keep')}
          </Button>
        </p>
      </Modal>
    </p>
  );
}
