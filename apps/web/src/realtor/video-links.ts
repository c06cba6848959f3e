import type { VideoBody } from '@maru/contract';

/** The lines of what was pasted that say something, each with its number as it stands there. */
export function splitLinks(text: string): { number: number; url: string }[] {
  return text
    .split(/\r\n?|\n/)
    .map((line, at) => ({ number: at + 1, url: line.trim() }))
    .filter(({ url }) => url !== '');
}

/** Topics between commas, of any script, each once. */
export function splitTerms(text: string): string[] {
  const terms = text.split(/[,、，]/).map((term) => term.trim().toLowerCase());
  return [...new Set(terms)].filter((term) => term !== '').slice(0, 20);
}

/** What every line of a batch has in common. */
export type VideoFacts = Pick<VideoBody, 'places' | 'terms' | 'language' | 'captions'>;
