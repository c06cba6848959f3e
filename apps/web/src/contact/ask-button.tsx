import type { Answerer } from '@maru/contract';
import { useWords } from '../i18n/words.tsx';
import { Button } from '../ui/button.tsx';
import { CalendarIcon } from '../ui/icons/icons.tsx';
import { answererName } from './agent-words.ts';
import { answererFacts, Original } from './who-answers.tsx';

export type Asking = 'question' | 'tour';

/** Beside the page first or second, or on the bottom bar of phones. */
export type AskPlace = 'first' | 'second' | 'bar';

/** A contact button that names the recipient (rule R17): name, role, license, responsible broker. */
export function AskButton({
  way,
  place,
  answeredBy,
  onPress,
}: {
  way: Asking;
  place: AskPlace;
  answeredBy: Answerer;
  /** Absent on a placeholder that reserves the space of the button. */
  onPress?: (way: Asking) => void;
}) {
  const words = useWords();
  const name = answererName(answeredBy, words);
  return (
    <Button
      variant="bare"
      aria-haspopup="dialog"
      className={`text-left ${LOOKS[place]}`}
      onClick={() => onPress?.(way)}
    >
      {way === 'tour' && place !== 'bar' ? <CalendarIcon size={20} /> : null}
      <span className="min-w-0">
        <span className={`block font-semibold ${place === 'bar' ? 'max-[19rem]:line-clamp-2' : ''}`}>
          {words.t(way === 'tour' ? 'contact.tour' : 'contact.ask', { name })}
        </span>
        <Original
          text={answererFacts(answeredBy, words).join(' · ')}
          className={`tabular block ${DETAILS[place]}`}
        />
      </span>
    </Button>
  );
}

const WIDE = 'flex w-full items-center gap-3 rounded-field px-4 py-3';
const LOOKS: Record<AskPlace, string> = {
  first: `${WIDE} bg-primary text-on-primary hover:bg-primary-strong`,
  second: `${WIDE} mt-2 border border-line-strong bg-surface hover:bg-sunken`,
  bar: 'my-2 min-h-12 min-w-0 max-w-60 rounded-field bg-primary px-3 py-1 text-on-primary text-sm leading-tight',
};
const DETAILS: Record<AskPlace, string> = {
  first: 'text-sm',
  second: 'text-quiet text-sm',
  // The license number is last and never cut off. With large fonts it is shown on the page only.
  bar: 'text-xs max-[19rem]:sr-only',
};
