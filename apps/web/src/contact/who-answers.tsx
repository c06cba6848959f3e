import type { Answerer } from '@maru/contract';
import { useWords, type Words } from '../i18n/words.tsx';
import { licenseText } from '../listing/card/attribution.tsx';
import { answererName, languageText } from './agent-words.ts';

interface WhoAnswersProps {
  answeredBy: Answerer;
  /** Omitted when not stated. */
  languages?: readonly string[];
}

/** The recipient of a message, as the law requires: name, role, license, responsible broker (rule R17). */
export function WhoAnswers({ answeredBy, languages = [] }: WhoAnswersProps) {
  const words = useWords();
  const [name, ...rest] = listLines(answeredBy, words);
  return (
    <p>
      <span className="block font-semibold">
        <Original text={name} />
      </span>
      {rest.map((line) => (
        <span key={line} className="tabular block">
          <Original text={line} />
        </span>
      ))}
      {languages.length === 0 ? null : (
        <span className="block">
          {words.t('agents.languages')}: {languages.map((code) => languageText(code, words)).join(', ')}
        </span>
      )}
    </p>
  );
}

/** The line below the name: "listing agent of this home · Maru Realty · DRE 01234567". */
export function answererFacts(answeredBy: Answerer, words: Words): string[] {
  return listLines(answeredBy, words).slice(1);
}

function listLines(answeredBy: Answerer, words: Words): [name: string, ...rest: string[]] {
  const { name, role, licenseNumber, licenseState, brokerName } = answeredBy;
  const rest = [
    words.t(`mail.role.${role}`),
    brokerName === name ? null : brokerName,
    licenseText(licenseNumber, licenseState, words),
  ];
  return [answererName(answeredBy, words), ...rest.filter((line) => line !== null && line !== '')] as [
    string,
    ...string[],
  ];
}

/**
 * A name, an address or a line of facts as reported, possibly with our messages in it. It is marked as the other
 * language only on a Korean page without any Hangul, or on an English page with some. Text written by a user is
 * `UserText` (user-text.tsx), which detects the language of the whole text.
 */
export function Original({ text, className }: { text: string; className?: string }) {
  const { locale } = useWords();
  const isForeign = locale === 'ko' ? !/[가-힣]/.test(text) : /[가-힣]/.test(text);
  return (
    <span lang={isForeign ? (locale === 'ko' ? 'en' : 'ko') : undefined} className={className}>
      {text}
    </span>
  );
}
