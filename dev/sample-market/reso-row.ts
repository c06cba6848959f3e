/** One record as a RESO Web API answers it: PascalCase names, `null` where nothing is known. */
export type ResoRow = Record<string, unknown>;
