import type { User, UserEdit } from '@maru/contract';
import { useWords } from '../i18n/words.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Choice, Field, Option } from '../ui/field.tsx';
import { ActionStatus, Form } from '../ui/form/form.tsx';
import { useForm } from '../ui/form/use-form.ts';
import type { AccountUser } from './account-state.ts';
import { useAccount } from './use-account.ts';

/** Edits the account's profile. Only the changed parts are sent. */
export function ProfileForm({ user }: { user: AccountUser }) {
  const { t } = useWords();
  const { account } = useAccount();
  const form = useForm<ProfileValues>({
    initial: () => toProfileValues(user),
    check: ({ name }) => (name.trim() === '' ? { name: 'missing' } : {}),
    submit: async (client, values) => {
      const body = toProfileEdit(values, user, window.location.pathname);
      if (Object.keys(body).length === 0) return t('profile.unchanged');
      const saved = await client.updateUser({ body });
      (await account?.session())?.take(saved);
      form.reset(toProfileValues(saved));
      return t('profile.saved');
    },
    toField: ([first = ''], values) => (first in values && first !== 'consents' ? first : undefined),
    failed: (why) => t('profile.failed', { why }),
  });
  const { values, field, option, errorText } = form;

  return (
    <Form form={form} className="max-w-[520px] space-y-7">
      <Field label={t('profile.name')} autoComplete="name" maxLength={80} {...field('name')} />
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
        {...field('phone')}
      />
      <Choice label={t('profile.locale')} note={t('profile.locale_note')} error={errorText('locale')}>
        <Option lang="en" label={t('language.name_en')} {...option('locale', 'en')} />
        <Option lang="ko" label={t('language.name_ko')} {...option('locale', 'ko')} />
      </Choice>
      <Choice label={t('profile.units')} note={t('profile.units_note')} error={errorText('units')}>
        {(['imperial', 'metric', 'pyeong'] as const).map((one) => (
          <Option key={one} label={t(`unit.name_${one}`)} {...option('units', one)} />
        ))}
        <Option label={t('profile.units_none')} {...option('units', '')} />
      </Choice>
      <Choice label={t('profile.currency')} note={t('profile.currency_note')} error={errorText('currency')}>
        {(['USD', 'KRW'] as const).map((one) => (
          <Option key={one} label={t(`profile.currency.${one}`)} {...option('currency', one)} />
        ))}
        <Option label={t('profile.currency_none')} {...option('currency', '')} />
      </Choice>
      {user.consents.length === 0 ? null : (
        <fieldset>
          <legend className="font-semibold">{t('profile.consents')}</legend>
          <p className="text-quiet text-sm">{t('profile.consents_note')}</p>
          <ul className="mt-2 space-y-1">
            {user.consents.map((consent) => (
              <li key={consent.kind}>
                <Checkbox
                  isLong
                  className="rounded-field"
                  name={`consents.${consent.kind}`}
                  checked={values.consents[consent.kind] === true}
                  onChange={({ target }) =>
                    form.change({ consents: { ...values.consents, [consent.kind]: target.checked } })
                  }
                >
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
        <Button variant="primary" size="large" className="px-8!" type="submit" disabled={form.isBusy}>
          {t('profile.save')}
        </Button>
        <ActionStatus action={form} pending={t('profile.saving')} />
      </div>
    </Form>
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

/** The profile as form values: text, empty for null. */
export interface ProfileValues {
  name: string;
  phone: string;
  locale: User['locale'];
  units: NonNullable<User['units']> | '';
  currency: NonNullable<User['currency']> | '';
  /** By kind. */
  consents: Record<string, boolean>;
}

export function toProfileValues(user: User): ProfileValues {
  return {
    name: user.name,
    phone: user.phone ?? '',
    locale: user.locale,
    units: user.units ?? '',
    currency: user.currency ?? '',
    consents: Object.fromEntries(user.consents.map(({ kind, given }) => [kind, given])),
  };
}

/**
 * Only the changed members, so that a page left open overwrites nothing else. A consent includes the version of its
 * text and the page on which it was given.
 */
export function toProfileEdit(values: ProfileValues, user: User, source: string): UserEdit {
  const phone = values.phone.trim();
  const edit: UserEdit = {};
  const name = values.name.trim();
  if (name !== user.name) edit.name = name;
  if (phone !== (user.phone ?? '')) edit.phone = phone === '' ? null : phone;
  if (values.locale !== user.locale) edit.locale = values.locale;
  if (values.units !== (user.units ?? '')) edit.units = values.units === '' ? null : values.units;
  if (values.currency !== (user.currency ?? '')) {
    edit.currency = values.currency === '' ? null : values.currency;
  }
  const consents = user.consents
    .filter(({ kind, given }) => (values.consents[kind] ?? false) !== given)
    .map(({ kind, given, version }) => ({ kind, given: !given, version, source }));
  if (consents.length > 0) edit.consents = consents;
  return edit;
}
