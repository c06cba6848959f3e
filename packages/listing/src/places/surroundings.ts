/** What an agency publishes about places and the owner may import. */
export const PLACE_DATA_KINDS = ['schools', 'districts', 'attendance', 'outlines', 'hazards'] as const;
export type PlaceDataKind = (typeof PLACE_DATA_KINDS)[number];

/** One imported file: whose it is and of when, for every line that is said from it. */
export interface PlaceLayer {
  /** "districts:tiger:ca": an import of the same layer takes the place of the one before. */
  layer: string;
  kind: PlaceDataKind;
  /** As its publisher calls it. */
  title: string;
  source: string;
  /** YYYY-MM-DD. */
  asOf: string;
  /** Of attendance areas: "2026-2027". */
  schoolYear: string | null;
  /** Of hazard zones: against what. */
  hazardType: HazardType | null;
  licence: string;
  /** Where it is published. */
  link: string | null;
  isSample: boolean;
  /** Two letters each. */
  states: readonly string[];
}

export const SCHOOL_LEVELS = ['elementary', 'middle', 'high', 'other'] as const;
export type SchoolLevel = (typeof SCHOOL_LEVELS)[number];

/**
 * What is said of a school: facts that its agency publishes. No score, no rank and nothing of who learns there (rule
 * R28); null: not stated.
 */
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
  /** A dual-language or other multilingual programme. */
  isMultilingual: boolean | null;
  districtName: string | null;
  street: string | null;
  city: string | null;
  zip: string | null;
  /** The official page about it. */
  link: string | null;
  website: string | null;
}

export interface School extends SchoolFacts {
  /** NCES id of twelve digits, else the state's own ("wa-1502"). */
  schoolId: string;
  name: string;
  latitude: number;
  longitude: number;
  /** Which imported file says so. */
  layer: string;
}

export interface DistrictFacts {
  /** unified, elementary, secondary or other. */
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
  /** The agency's own word: "AE", "X", "Very High". */
  zone: string;
  /** The agency's note beside it: "0.2 PCT ANNUAL CHANCE FLOOD HAZARD", "SRA". */
  detail: string | null;
  /** Whether the agency calls it a special hazard: a flood zone of the 1 % year, a high or very high fire zone. */
  isSpecial: boolean;
  /** When the agency put it into force; null: not stated. */
  effectiveOn: string | null;
}

/** Districts and schools that official boundaries give a position. Ids as a search asks for them. */
export interface SchoolAreas {
  /** `irvine-usd`; null where no imported district covers it. */
  district: string | null;
  /** Of the schools whose attendance areas cover it. */
  schools: readonly string[];
}

/** School levels by grades: what most of them are. "K-8" is elementary, "7-12" high. */
export function schoolLevelOf(lowest: string | null, highest: string | null): SchoolLevel {
  const high = gradeNumber(highest);
  const low = gradeNumber(lowest);
  if (high === undefined || low === undefined) return 'other';
  if (high > 8) return low <= 5 ? 'other' : 'high';
  return low >= 5 && high <= 9 ? 'middle' : 'elementary';
}

/** "KG" and "PK" of the agencies as one spelling; null for what is no grade. */
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
