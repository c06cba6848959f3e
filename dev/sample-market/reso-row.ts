/** One record of a RESO Web API: PascalCase names, `null` where nothing is known. */
export type ResoRow = Record<string, unknown>;
