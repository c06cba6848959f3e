import { headlineOf } from '@maru/listing';
import { useEffect, useState } from 'react';
import { loadSoughtWords } from './sought-words.ts';

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
