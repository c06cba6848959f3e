import { ApiError } from '@maru/contract/client';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useWords } from '../i18n/words.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Choice, Field, Option } from '../ui/field.tsx';
import { whyFailed } from '../ui/why-failed.ts';
import type { AccountUser } from './account-state.ts';
import { editOf, type ProfileValues, refusedFields, valuesOf } from './profile-edit.ts';
import { useAccount } from './use-account.ts';

/** What the account says of a person, for them to change. Only what they changed is sent. */
export function ProfileForm({ user }: { user: AccountUser }) {
  const words = useWords();
  const { t } = words;
  const { account } = useAccount();
  const { client } = useRouter().options.context;
  const [said, setSaid] = useState<{ tone: 'good' | 'bad'; text: string }>();
  const { register, handleSubmit, setError, reset, formState } = useForm<ProfileValues>({
    defaultValues: valuesOf(user),
  });
  const { errors, isSubmitting } = formState;

  const save = async (values: ProfileValues) => {
    const body = editOf(values, user, window.location.pathname);
    if (Object.keys(body).length === 0) return setSaid({ tone: 'good', text: t('profile.unchanged') });
    try {
      const saved = await client.updateUser({ body });
      (await account?.session())?.take(saved);
      reset(valuesOf(saved));
      setSaid({ tone: 'good', text: t('profile.saved') });
    } catch (error) {
      const refused = error instanceof ApiError ? refusedFields(error.body) : [];
      for (const [index, { field, reason }] of refused.entries()) {
        setError(field, { message: t(`reason.${reason}`) }, { shouldFocus: index === 0 });
      }
      setSaid({
        tone: 'bad',
        text:
          refused.length > 0
            ? t('profile.check', { count: refused.length })
            : t('profile.failed', { why: whyFailed(error, words) }),
      });
    }
  };

  return (
    <form
      noValidate
      className="max-w-[520px] space-y-7"
      onSubmit={(event) => void handleSubmit(save)(event)}
      onChange={() => setSaid(undefined)}
    >
      <Field
        label={t('profile.name')}
        autoComplete="name"
        maxLength={80}
        error={errors.name?.message}
        {...register('name', {
          validate: (value) => value.trim() !== '' || t('reason.missing'),
        })}
      />
      {user.email === null ? null : (
        <div>
          <p className="font-semibold">{t('profile.email')}</p>
          <p className="text-quiet text-sm">
            {t('profile.email_note', { provider: t(`brand.${user.providers[0] ?? 'kakao'}`) })}
          </p>
          <p className="mt-2 break-all">{user.email}</p>
        </div>
      )}
      <Field
        label={t('profile.phone')}
        note={t('profile.phone_note')}
        type="tel"
        autoComplete="tel"
        inputMode="tel"
        maxLength={40}
        error={errors.phone?.message}
        {...register('phone')}
      />
      <Choice label={t('profile.locale')} note={t('profile.locale_note')} error={errors.locale?.message}>
        <Option value="en" lang="en" label={t('language.name_en')} {...register('locale')} />
        <Option value="ko" lang="ko" label={t('language.name_ko')} {...register('locale')} />
      </Choice>
      <Choice label={t('profile.units')} note={t('profile.units_note')} error={errors.units?.message}>
        {(['imperial', 'metric', 'pyeong'] as const).map((one) => (
          <Option key={one} value={one} label={t(`unit.name_${one}`)} {...register('units')} />
        ))}
        <Option value="" label={t('profile.units_none')} {...register('units')} />
      </Choice>
      <Choice
        label={t('profile.currency')}
        note={t('profile.currency_note')}
        error={errors.currency?.message}
      >
        {(['USD', 'KRW'] as const).map((one) => (
          <Option key={one} value={one} label={t(`profile.currency.${one}`)} {...register('currency')} />
        ))}
        <Option value="" label={t('profile.currency_none')} {...register('currency')} />
      </Choice>
      {user.consents.length === 0 ? null : (
        <fieldset>
          <legend className="font-semibold">{t('profile.consents')}</legend>
          <p className="text-quiet text-sm">{t('profile.consents_note')}</p>
          <ul className="mt-2 space-y-1">
            {user.consents.map((consent) => (
              <li key={consent.kind}>
                <Checkbox isLong className="rounded-field" {...register(`consents.${consent.kind}`)}>
                  <span>
                    {consent.text}
                    <ConsentDate consent={consent} />
                  </span>
                </Checkbox>
              </li>
            ))}
          </ul>
        </fieldset>
      )}
      <div className="flex flex-wrap items-center gap-4">
        <Button variant="primary" size="large" className="px-8!" type="submit" disabled={isSubmitting}>
          {t('profile.save')}
        </Button>
        <p role="status" className={said?.tone === 'bad' ? 'text-bad' : 'text-good'}>
          {isSubmitting ? t('profile.saving') : said?.text}
        </p>
      </div>
    </form>
  );
}

function ConsentDate({ consent: { given, answered } }: { consent: AccountUser['consents'][number] }) {
  const { t, intl } = useWords();
  if (answered === null) return null;
  const date = intl.formatDate(answered.at, { dateStyle: 'long' });
  return (
    <span className="block text-quiet text-sm">
      {t(given ? 'profile.consent_given' : 'profile.consent_taken_back', { date })}
    </span>
  );
}
