import { termsIn } from '@maru/listing';
import { findHighlights } from '@maru/listing/search';
import { Fragment, type ReactNode, useEffect, useMemo, useState } from 'react';
import { loadSoughtWords } from '../kept/sought-words.ts';
import { Term } from '../terms/term.tsx';

/** A listing's own text: its terms explained on a press, and the words marked that it was found by. */
export function MarkedRemarks({ homeId, text }: { homeId: string; text: string }) {
  const [words, setWords] = useState('');
  useEffect(() => setWords(loadSoughtWords(homeId)), [homeId]);
  const terms = useMemo(() => termsIn(text), [text]);
  const hits = useMemo(() => (words === '' ? [] : findHighlights(text, words)), [text, words]);
  const marked = (from: number, to: number): ReactNode[] => {
    const within = hits.filter((hit) => hit.start < to && hit.end > from);
    const parts: ReactNode[] = [];
    let at = from;
    for (const hit of within) {
      const [start, end] = [Math.max(from, hit.start), Math.min(to, hit.end)];
      parts.push(text.slice(at, start));
      parts.push(
        <mark key={start} className="rounded-field bg-primary-soft text-text">
          {text.slice(start, end)}
        </mark>,
      );
      at = end;
    }
    parts.push(text.slice(at, to));
    return parts;
  };
  return (
    <>
      {terms.map((term, index) => (
        <Fragment key={term.start}>
          {marked(terms[index - 1]?.end ?? 0, term.start)}
          <Term id={term.id}>{marked(term.start, term.end)}</Term>
        </Fragment>
      ))}
      {marked(terms.at(-1)?.end ?? 0, text.length)}
    </>
  );
}
