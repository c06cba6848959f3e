import type { Member, Office } from '@maru/listing';
import { readInstant, readList, readRecord, readText } from './coerce.ts';

/** Normalizes a RESO Member; `undefined` without a MemberKey. */
export function normalizeMember(json: unknown, dataset: string): Member | undefined {
  const row = readRecord(json);
  const memberKey = readText(row.MemberKey, 255);
  if (memberKey === null) return undefined;
  return {
    dataset,
    memberKey,
    memberMlsId: readText(row.MemberMlsId, 255),
    memberFullName: readText(row.MemberFullName, 255) ?? fullName(row.MemberFirstName, row.MemberLastName),
    memberEmail: readText(row.MemberEmail, 255),
    memberDirectPhone:
      readText(row.MemberDirectPhone, 50) ??
      readText(row.MemberPreferredPhone, 50) ??
      readText(row.MemberMobilePhone, 50),
    memberStateLicense: readText(row.MemberStateLicense, 50),
    memberLanguages: readList(row.MemberLanguages),
    officeKey: readText(row.OfficeKey, 255),
    modificationTimestamp: readInstant(row.ModificationTimestamp),
  };
}

/** Normalizes a RESO Office; `undefined` without an OfficeKey. */
export function normalizeOffice(json: unknown, dataset: string): Office | undefined {
  const row = readRecord(json);
  const officeKey = readText(row.OfficeKey, 255);
  if (officeKey === null) return undefined;
  return {
    dataset,
    officeKey,
    officeMlsId: readText(row.OfficeMlsId, 255),
    officeName: readText(row.OfficeName, 255),
    officePhone: readText(row.OfficePhone, 50),
    officeEmail: readText(row.OfficeEmail, 255),
    officeCity: readText(row.OfficeCity, 150),
    officeStateOrProvince: readText(row.OfficeStateOrProvince, 50),
    modificationTimestamp: readInstant(row.ModificationTimestamp),
  };
}

/** "Ann Lee" from its parts; null when both are missing. */
export function fullName(first: unknown, last: unknown): string | null {
  const parts = [readText(first, 100), readText(last, 100)].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(' ');
}
