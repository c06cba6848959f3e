import { headlineOf } from '@maru/listing';
import { useEffect, useState } from 'react';

const KEY = 'maru/sought-words';

/** The words that led to a home, for its page in this tab: there they are marked (R9). */
export function keepSoughtWords(homeId: string, words: string | undefined): void {
  try {
    if (words === undefined) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify({ homeId, words }));
  } catch {
    // Then they are not marked, which is all that is lost.
  }
}

/** A listing's own text, with the words marked that it was found by. */
export function MarkedRemarks({ homeId, text }: { homeId: string; text: string }) {
  const [words, setWords] = useState('');
  useEffect(() => setWords(loadSoughtWords(homeId)), [homeId]);
  if (words === '') return text;
  const hits = headlineOf(text, words);
  return [
    ...hits.flatMap(({ start, end }, index) => [
      text.slice(hits[index - 1]?.end ?? 0, start),
      <mark key={start} className="rounded-field bg-primary-soft text-text">
        {text.slice(start, end)}
      </mark>,
    ]),
    text.slice(hits.at(-1)?.end ?? 0),
  ];
}

function loadSoughtWords(homeId: string): string {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return kept?.homeId === homeId && typeof kept.words === 'string' ? kept.words : '';
  } catch {
    return '';
  }
}
