import type { User, UserEdit } from '@maru/contract';

/** The profile as a form has it: text everywhere, empty for nothing. */
export interface ProfileValues {
  name: string;
  phone: string;
  locale: User['locale'];
  units: NonNullable<User['units']> | '';
  currency: NonNullable<User['currency']> | '';
  /** By kind. */
  consents: Record<string, boolean>;
}

export function valuesOf(user: User): ProfileValues {
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
 * What differs from the account, and nothing else, so that a page that was left open takes nothing back. A consent goes with the version of
 * the words that stood there, and the page where it was given.
 */
export function editOf(values: ProfileValues, user: User, source: string): UserEdit {
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
