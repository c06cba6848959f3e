import type { PlaceLink, RealtorAnswer, RealtorBody, RealtorEdit } from '@maru/contract';
import { AGENT_LANGUAGES, type AgentLanguage, type Specialty } from '@maru/listing/people';

/** The profile as form values: text, empty for null. */
export interface ProfileForm {
  name: string;
  nameKo: string;
  licenseNumber: string;
  licenseState: string;
  brokerName: string;
  officeName: string;
  email: string;
  phone: string;
  bioEn: string;
  bioKo: string;
  languages: AgentLanguage[];
  places: PlaceLink[];
  specialties: Specialty[];
  dailySummary: boolean;
}

export const EMPTY_PROFILE: ProfileForm = {
  name: '',
  nameKo: '',
  licenseNumber: '',
  licenseState: 'CA',
  brokerName: '',
  officeName: '',
  email: '',
  phone: '',
  bioEn: '',
  bioKo: '',
  languages: [],
  places: [],
  specialties: [],
  dailySummary: true,
};

export function toProfileForm(realtor: RealtorAnswer): ProfileForm {
  return {
    name: realtor.name,
    nameKo: realtor.nameKo ?? '',
    licenseNumber: realtor.licenseNumber,
    licenseState: realtor.licenseState,
    brokerName: realtor.brokerName,
    officeName: realtor.officeName ?? '',
    email: realtor.email ?? '',
    phone: realtor.phone ?? '',
    bioEn: realtor.bioEn ?? '',
    bioKo: realtor.bioKo ?? '',
    languages: AGENT_LANGUAGES.filter((code) => realtor.languages.includes(code)),
    places: realtor.places,
    specialties: realtor.specialties,
    dailySummary: realtor.dailySummary ?? true,
  };
}

/** The request body: empty texts are null; without an email address the account's is used. */
export function toRealtorBody(form: ProfileForm): RealtorBody {
  const orNull = (text: string) => (text.trim() === '' ? null : text.trim());
  const email = form.email.trim();
  return {
    name: form.name.trim(),
    nameKo: orNull(form.nameKo),
    licenseNumber: form.licenseNumber.trim(),
    licenseState: form.licenseState.trim().toUpperCase(),
    brokerName: form.brokerName.trim(),
    officeName: orNull(form.officeName),
    ...(email === '' ? {} : { email }),
    phone: orNull(form.phone),
    bioEn: orNull(form.bioEn),
    bioKo: orNull(form.bioKo),
    languages: form.languages,
    places: form.places.map(({ slug }) => slug),
    specialties: form.specialties,
    dailySummary: form.dailySummary,
  };
}

/** The request body of an edit: only the changed members, so that others keep their current values. */
export function toRealtorEdit(form: ProfileForm, changed: Partial<ProfileForm>): RealtorEdit {
  return Object.fromEntries(Object.entries(toRealtorBody(form)).filter(([part]) => part in changed));
}
