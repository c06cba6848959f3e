/**
 * Korean names of places: slug → the name we print, then other spellings people type, separated by commas. Spaces
 * do not matter, nor do 시, 카운티, 주. A spelling also stands for other towns of the same English name (글렌데일 is in
 * California and in Arizona), unless it is a nickname, marked `*`. Latin nicknames (OC, DTLA) are this place's alone.
 * Written from the spellings of the Korean-American press and of those who live there.
 */
export type KoreanNames = Readonly<Record<string, string>>;
