import type { VideoBody } from '@maru/contract';

/** The non-empty lines of a pasted text, with their line numbers. */
export function splitLinks(text: string): { number: number; url: string }[] {
  return text
    .split(/\r\n?|\n/)
    .map((line, at) => ({ number: at + 1, url: line.trim() }))
    .filter(({ url }) => url !== '');
}

/** Comma-separated topics of any script, without duplicates. */
export function splitTerms(text: string): string[] {
  const terms = text.split(/[,、，]/).map((term) => term.trim().toLowerCase());
  return [...new Set(terms)].filter((term) => term !== '').slice(0, 20);
}

/** Members that all videos of a batch share. */
export type VideoFacts = Pick<VideoBody, 'places' | 'terms' | 'language' | 'captions'>;
