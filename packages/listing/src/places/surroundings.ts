export const PLACE_DATA_KINDS = [
  'schools',
  'districts',
  'attendance',
  'outlines',
  'hazards',
  'levies',
  'rolls',
] as const;
export type PlaceDataKind = (typeof PLACE_DATA_KINDS)[number];

/** An imported file with its source and date. */
export interface PlaceLayer {
  /** "districts:tiger:ca"; a new import of the same layer replaces it. */
  layer: string;
  kind: PlaceDataKind;
  title: string;
  source: string;
  asOf: string;
  /** Attendance areas: "2026-2027". */
  schoolYear: string | null;
  /** Hazard zones: kind of hazard. */
  hazardType: HazardType | null;
  licence: string;
  link: string | null;
  isSample: boolean;
  /** Two letters each. */
  states: readonly string[];
  /** Special tax districts (Mello-Roos): slug of the county, all of whose districts the file has. */
  county: string | null;
}

export const SCHOOL_LEVELS = ['elementary', 'middle', 'high', 'other'] as const;
export type SchoolLevel = (typeof SCHOOL_LEVELS)[number];

/** No scores, ranks or demographics (rule R28); null: not stated. */
export interface SchoolFacts {
  level: SchoolLevel;
  /** "PK", "KG", "1" … "12". */
  lowestGrade: string | null;
  highestGrade: string | null;
  enrollment: number | null;
  studentTeacherRatio: number | null;
  isPublic: boolean | null;
  isCharter: boolean | null;
  isMagnet: boolean | null;
  isMultilingual: boolean | null;
  districtName: string | null;
  street: string | null;
  city: string | null;
  zip: string | null;
  link: string | null;
  website: string | null;
}

export interface School extends SchoolFacts {
  /** NCES id of twelve digits, else the state's ("wa-1502"). */
  schoolId: string;
  name: string;
  latitude: number;
  longitude: number;
  layer: string;
}

export interface DistrictFacts {
  kind: 'unified' | 'elementary' | 'secondary' | 'other';
  lowestGrade: string | null;
  highestGrade: string | null;
  /** NCES id of seven digits (LEAID). */
  leaId: string | null;
  link: string | null;
}

export interface AttendanceFacts {
  level: SchoolLevel;
  lowestGrade: string | null;
  highestGrade: string | null;
}

export const HAZARD_TYPES = ['flood', 'fire'] as const;
export type HazardType = (typeof HAZARD_TYPES)[number];

export interface HazardFacts {
  type: HazardType;
  /** The agency's value: "AE", "X", "Very High". */
  zone: string;
  /** The agency's note: "0.2 PCT ANNUAL CHANCE FLOOD HAZARD", "SRA". */
  detail: string | null;
  /** Whether the agency classifies it as special hazard: a 1 % annual flood zone, a high or very high fire zone. */
  isSpecial: boolean;
  /** Effective date; null: not stated. */
  effectiveOn: string | null;
}

/** By official boundaries. Ids as in searches. */
export interface PlaceAreas {
  /** `irvine-usd`; null when no imported district covers it. */
  district: string | null;
  schools: readonly string[];
  /** In none of the special tax districts of its county, which were imported. */
  isUnlevied: boolean;
}

/** School level by most of its grades. "K-8" is elementary, "7-12" high. */
export function classifySchoolLevel(lowest: string | null, highest: string | null): SchoolLevel {
  const high = gradeNumber(highest);
  const low = gradeNumber(lowest);
  if (high === undefined || low === undefined) return 'other';
  if (high > 8) return low <= 5 ? 'other' : 'high';
  return low >= 5 && high <= 9 ? 'middle' : 'elementary';
}

export function parseGrade(text: string | null | undefined): string | null {
  const plain = (text ?? '')
    .trim()
    .toUpperCase()
    .replace(/^0(\d)$/, '$1');
  if (/^(PK|PS|P|PRE-?K|PK3|PK4|TK|IT)$/.test(plain)) return plain === 'TK' ? 'TK' : 'PK';
  if (/^(K|KG|KF|KH|KDG|K1|K2)$/.test(plain)) return 'KG';
  return /^([1-9]|1[0-2])$/.test(plain) ? plain : null;
}

function gradeNumber(grade: string | null): number | undefined {
  if (grade === null) return undefined;
  if (grade === 'PK' || grade === 'TK') return -1;
  return grade === 'KG' ? 0 : Number(grade);
}
