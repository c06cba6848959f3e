import type { RealtorAnswer } from '@maru/contract';
import { ApiError, type Client } from '@maru/contract/client';
import { AGENT_LANGUAGES, SPECIALTIES } from '@maru/listing/people';
import type { MessageKey } from '@maru/words';
import { type ComponentProps, lazy, Suspense, useRef, useState } from 'react';
import { useDraft } from '../../account/use-draft.ts';
import { changedParts } from '../../browser/tab-draft.ts';
import { languageText } from '../../contact/agent-words.ts';
import { useWords } from '../../i18n/words.tsx';
import { AgentLinksSection } from '../../realtor/agent-links.tsx';
import { CheckList } from '../../realtor/check-list.tsx';
import { PlaceChoice, type TypedPlace } from '../../realtor/place-choice.tsx';
import { ProfilePreview } from '../../realtor/profile-preview.tsx';
import {
  EMPTY_PROFILE,
  type ProfileForm,
  toProfileForm,
  toRealtorBody,
  toRealtorEdit,
} from '../../realtor/profile-values.ts';
import { type OwnRealtor, RealtorArea } from '../../realtor/realtor-area.tsx';
import { definePage } from '../../site/page-module.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field, TextArea } from '../../ui/field.tsx';
import { ConfirmButton } from '../../ui/form/confirm-button.tsx';
import { FormError } from '../../ui/form/field-errors.ts';
import { ActionStatus, Form } from '../../ui/form/form.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Notice } from '../../ui/notice.tsx';
import { TextLink } from '../../ui/site-link.tsx';

export const page = definePage({ Page });

/** A realtor's own profile, or the application for one. */
function Page() {
  return (
    <RealtorArea page="profile" needsProfile={false}>
      {({ realtor, take }) => (
        <ProfileEditor key={realtor?.realtorId ?? 'none'} realtor={realtor} take={take} />
      )}
    </RealtorArea>
  );
}

/** Loaded on demand for its cropping library. */
const PictureField = lazy(async () => ({
  default: (await import('../../realtor/picture-field.tsx')).PictureField,
}));

interface TextField extends Omit<ComponentProps<'input'>, 'name'> {
  name: Exclude<keyof ProfileForm, 'languages' | 'places' | 'specialties' | 'dailySummary'>;
  label: MessageKey;
  note?: MessageKey | 'CA';
}

const TEXT_FIELDS: readonly TextField[] = [
  { name: 'name', label: 'realtor.name', autoComplete: 'name', maxLength: 100, required: true },
  { name: 'nameKo', label: 'realtor.name_ko', lang: 'ko', maxLength: 100 },
  {
    name: 'licenseNumber',
    label: 'realtor.license',
    note: 'realtor.license_note',
    inputMode: 'numeric',
    autoComplete: 'off',
    maxLength: 40,
    required: true,
  },
  {
    name: 'licenseState',
    label: 'realtor.license_state',
    note: 'CA',
    autoComplete: 'off',
    maxLength: 2,
    required: true,
  },
  { name: 'brokerName', label: 'realtor.broker', maxLength: 150, required: true },
  { name: 'officeName', label: 'realtor.office', maxLength: 150 },
  {
    name: 'email',
    label: 'realtor.email',
    note: 'realtor.email_note',
    type: 'email',
    autoComplete: 'email',
    maxLength: 254,
  },
  {
    name: 'phone',
    label: 'profile.phone',
    note: 'profile.phone_note',
    type: 'tel',
    autoComplete: 'tel',
    maxLength: 40,
  },
];
const TONES = { pending: 'info', verified: 'good', refused: 'bad' } as const;

/** A realtor's own profile: apply, edit, preview, delete. */
function ProfileEditor({ realtor, take }: OwnRealtor) {
  const words = useWords();
  const { t } = words;
  const typedPlace = useRef<TypedPlace>(null);
  const draft = useDraft('profile', realtor === null ? EMPTY_PROFILE : toProfileForm(realtor));
  const [uploadId, setUploadId] = useState<string | null>();
  const form = useForm<ProfileForm>({
    draft,
    check: (values) =>
      Object.fromEntries(
        (['name', 'licenseNumber', 'brokerName'] as const)
          .filter((field) => values[field].trim() === '')
          .map((field) => [field, 'missing' as const]),
      ),
    submit: async (client, values) => {
      const picture = uploadId === undefined ? {} : { uploadId };
      const places = await typedPlace.current?.settle();
      if (places === undefined) throw new FormError({}, t('profile.check', { count: 1 }));
      const now = { ...values, places };
      if (realtor !== null && uploadId === undefined && isSame(now, toProfileForm(realtor)))
        return t('profile.unchanged');
      take(
        realtor === null
          ? await client.createRealtor({ body: { ...toRealtorBody(now), ...picture } })
          : await update(client, realtor, now, picture),
      );
      draft.drop(now);
      setUploadId(undefined);
      return t(realtor === null ? 'realtor.applied' : 'profile.saved');
    },
    failed: (why) => t('profile.failed', { why }),
  });
  const { values, change, field } = form;

  /**
   * Sends the changed parts. If another version is saved meanwhile (412), sends them again unless the same parts differ; then
   * shows the other version, which a second save replaces.
   */
  const update = async (
    client: Client,
    seen: RealtorAnswer,
    now: ProfileForm,
    picture: { uploadId?: string | null },
  ): Promise<RealtorAnswer> => {
    const changed = changedParts(now, toProfileForm(seen));
    const send = ({ realtorId, version }: RealtorAnswer) =>
      client.updateRealtor({
        params: { id: realtorId },
        body: { ...toRealtorEdit(now, changed), ...picture },
        ifMatch: version,
      });
    try {
      return await send(seen);
    } catch (error) {
      if (!(error instanceof ApiError && error.statusCode === 412)) throw error;
      const newer = (await client.listRealtors({ query: { mine: true } })).items[0];
      if (newer === undefined) throw error;
      const theirs = changedParts(toProfileForm(newer), toProfileForm(seen));
      if (
        Object.keys(changedParts(now, toProfileForm(newer))).every(
          (part) => !(part in changed && part in theirs),
        )
      )
        return await send(newer);
      take(newer);
      throw new FormError({}, t('realtor.changed_elsewhere'));
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
      <Form form={form} className="space-y-6">
        <Suspense fallback={<div className="h-32" />}>
          <PictureField name={values.name} picture={realtor?.picture ?? null} onChange={setUploadId} />
        </Suspense>
        <div className="grid gap-4 sm:grid-cols-2">
          {TEXT_FIELDS.map(({ name, label, note, ...input }) => (
            <Field
              key={name}
              label={t(label)}
              note={note === 'CA' ? note : note && t(note)}
              {...input}
              {...field(name)}
            />
          ))}
        </div>
        {realtor === null ? null : <p className="text-quiet text-sm">{t('realtor.recheck')}</p>}
        <TextArea
          label={t('realtor.bio_ko')}
          note={t('realtor.bio_note')}
          lang="ko"
          rows={5}
          maxLength={4_000}
          {...field('bioKo')}
        />
        <TextArea label={t('realtor.bio_en')} lang="en" rows={5} maxLength={4_000} {...field('bioEn')} />
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
        <Checkbox isLong {...form.checkbox('dailySummary')}>
          {t('realtor.summary')}
        </Checkbox>
        <div className="flex flex-wrap items-center gap-4">
          <Button variant="primary" size="large" className="px-8!" type="submit" disabled={form.isBusy}>
            {t(realtor === null ? 'realtor.apply' : 'profile.save')}
          </Button>
          <ActionStatus
            action={form}
            pending={t('profile.saving')}
            idle={draft.isRestored ? t('realtor.unfinished') : undefined}
          />
        </div>
      </Form>
      {realtor === null ? null : (
        <>
          <AgentLinksSection realtor={realtor} />
          <ProfilePreview realtor={realtor} />
          <div className="mt-10 border-line border-t pt-6">
            <ConfirmButton
              label={t('realtor.delete_profile')}
              title={t('realtor.delete_title')}
              text={t('realtor.delete_text')}
              cancel={t('realtor.keep')}
              variant="secondary"
              failed={(why) => t('realtor.delete_failed', { why })}
              onConfirm={async (client) => {
                await client.deleteRealtor({ params: { id: realtor.realtorId } });
                draft.drop(values);
                take(null);
              }}
            />
          </div>
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
