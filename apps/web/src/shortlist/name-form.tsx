import { MOST_ON_SHORTLIST } from '@maru/listing/people';
import { type RefObject, useState } from 'react';
import { useWords } from '../i18n/words.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';

interface NameFormProps {
  /** The names that the others have: two people of one name nobody can tell apart. */
  taken: readonly string[];
  onName: (name: string) => void;
  form: RefObject<HTMLFormElement | null>;
}

/** Asks once what the family calls somebody. No account, no e-mail address. */
export function NameForm({ taken, onName, form }: NameFormProps) {
  const { t } = useWords();
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  return (
    <form
      ref={form}
      className="rounded-card border-2 border-primary bg-surface p-5"
      onSubmit={(event) => {
        event.preventDefault();
        const given = name.trim();
        if (given === '') setError(t('shortlist.name_missing'));
        else if (taken.includes(given)) setError(t('shortlist.name_taken'));
        else onName(given);
      }}
    >
      <Field
        label={t('shortlist.name_label')}
        note={t('shortlist.name_note')}
        {...(error === undefined ? {} : { error })}
        value={name}
        maxLength={MOST_ON_SHORTLIST.personName}
        autoComplete="nickname"
        placeholder={t('shortlist.name_example')}
        onChange={(event) => {
          setName(event.target.value);
          setError(undefined);
        }}
      />
      <Button variant="primary" size="large" className="mt-4" type="submit">
        {t('shortlist.start')}
      </Button>
    </form>
  );
}
