import { CALIFORNIA, LOS_ANGELES, ORANGE_COUNTY } from './korean-california.ts';
import { EAST } from './korean-east.ts';
import { SOUTH } from './korean-south.ts';
import { WEST } from './korean-west.ts';

/**
 * Korean names of places: slug → the name we print, then other spellings people type, separated by commas. Spaces
 * do not matter, nor do 시, 카운티, 주. A spelling also stands for other towns of the same English name (글렌데일 is in
 * California and in Arizona), unless it is a nickname, marked `*`. Latin nicknames (OC, DTLA) are this place's alone.
 * Written from the spellings of the Korean-American press and of those who live there.
 */
export type KoreanNames = Readonly<Record<string, string>>;

export const KOREAN_PLACES: readonly KoreanNames[] = [
  ORANGE_COUNTY,
  LOS_ANGELES,
  CALIFORNIA,
  WEST,
  SOUTH,
  EAST,
];

/** Counties that are not called like a city of the tables above. */
export const KOREAN_COUNTIES: KoreanNames = {
  'orange-county-ca': '오렌지카운티, OC, *오씨, *오시',
  'bergen-county-nj': '버겐카운티, 버건카운티',
  'los-angeles-county-ca': '로스앤젤레스카운티, LA카운티, *엘에이카운티',
  'san-bernardino-county-ca': '샌버너디노카운티, 샌버나디노카운티, 산버나디노카운티',
  'ventura-county-ca': '벤투라카운티, 벤츄라카운티',
  'alameda-county-ca': '앨러미다카운티, 알라메다카운티',
  'contra-costa-county-ca': '콘트라코스타카운티',
  'san-mateo-county-ca': '샌머테이오카운티, 산마테오카운티, 샌마테오카운티',
  'marin-county-ca': '마린카운티',
  'placer-county-ca': '플레이서카운티',
  'king-county-wa': '킹카운티',
  'snohomish-county-wa': '스노호미시카운티, 스노호미쉬카운티',
  'pierce-county-wa': '피어스카운티',
  'clark-county-nv': '클라크카운티, 클락카운티',
  'maricopa-county-az': '매리코파카운티, 마리코파카운티',
  'harris-county-tx': '해리스카운티',
  'collin-county-tx': '콜린카운티',
  'denton-county-tx': '덴턴카운티, 덴튼카운티',
  'tarrant-county-tx': '태런트카운티, 타란트카운티',
  'travis-county-tx': '트래비스카운티',
  'fort-bend-county-tx': '포트벤드카운티',
  'gwinnett-county-ga': '귀넷카운티, 그위넷카운티',
  'fulton-county-ga': '풀턴카운티, 풀튼카운티',
  'cobb-county-ga': '캅카운티, 콥카운티',
  'dekalb-county-ga': '디캘브카운티, 디캡카운티',
  'forsyth-county-ga': '포사이스카운티',
  'mecklenburg-county-nc': '메클렌버그카운티',
  'wake-county-nc': '웨이크카운티',
  'nassau-county-ny': '나소카운티, 나쏘카운티, 낫소카운티',
  'suffolk-county-ny': '서퍽카운티, 서폭카운티',
  'westchester-county-ny': '웨스트체스터카운티',
  'hudson-county-nj': '허드슨카운티, 허드선카운티',
  'middlesex-county-nj': '미들섹스카운티',
  'montgomery-county-md': '몽고메리카운티, 몽고매리카운티',
  'montgomery-county-pa': '몽고메리카운티',
  'howard-county-md': '하워드카운티',
  'fairfax-county-va': '페어팩스카운티, 훼어팩스카운티',
  'loudoun-county-va': '라우든카운티, 루던카운티',
  'prince-william-county-va': '프린스윌리엄카운티',
  'arlington-county-va': '알링턴카운티',
  'cook-county-il': '쿡카운티',
  'lake-county-il': '레이크카운티',
  'dupage-county-il': '듀페이지카운티, 두페이지카운티',
  'washtenaw-county-mi': '워시트노카운티',
  'oakland-county-mi': '오클랜드카운티',
};
