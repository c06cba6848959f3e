import { useId, useState } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { Button } from '../../ui/button.tsx';
import { CloseIcon } from '../../ui/icons/icons.tsx';
import type { FilterProps } from './filter-state.ts';
import { keywordsOf, readKeywords, withKeywords } from './keywords.ts';
import { FIELD } from './range-fields.tsx';

const MOST_LETTERS = 120;

/** Words of the description, each on a chip of its own: all that must be there, and those that must not (rule R9). */
export function KeywordPanel({ query, onChange }: FilterProps) {
  const { t } = useWords();
  const id = useId();
  const [text, setText] = useState('');
  const keywords = keywordsOf(query);
  const add = () => {
    const typed = readKeywords(text.slice(0, MOST_LETTERS));
    setText('');
    if (typed.length > 0) onChange(withKeywords(query, [...keywords, ...typed]), 'push');
  };
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{t('filter.keywords')}</legend>
      <div className="flex gap-2">
        <label htmlFor={`${id}-words`} className="sr-only">
          {t('filter.keyword_label')}
        </label>
        <input
          id={`${id}-words`}
          type="text"
          autoComplete="off"
          value={text}
          placeholder={t('filter.keyword_example')}
          aria-describedby={`${id}-note`}
          className={FIELD}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.keyCode === 229) return;
            event.preventDefault();
            add();
          }}
        />
        <Button className="shrink-0 text-sm" onClick={add}>
          {t('filter.keyword_add')}
        </Button>
      </div>
      {keywords.length === 0 ? null : (
        <ul className="mt-3 flex flex-wrap gap-2">
          {keywords.map((one) => (
            <li key={`${one.isUnwanted ? '-' : ''}${one.text}`}>
              <Button
                variant="chosen"
                className="pr-2 pl-3 text-sm"
                onClick={() =>
                  onChange(
                    withKeywords(
                      query,
                      keywords.filter((other) => other !== one),
                    ),
                    'push',
                  )
                }
              >
                <span className="sr-only">{t('chip.remove', { filter: '' })}</span>
                {one.isUnwanted ? t('chip.not', { words: one.text }) : one.text}
                <CloseIcon size={16} />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <p id={`${id}-note`} className="mt-2 text-quiet text-sm">
        {t('filter.keyword_note')}
      </p>
    </fieldset>
  );
}
