import { MOST_ON_SHORTLIST } from '@maru/listing/people';
import { useWords } from '../i18n/words.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form/form.tsx';
import { useForm } from '../ui/form/use-form.ts';

interface NameFormProps {
  /** Names of the others: two people of one name cannot be told apart. */
  taken: readonly string[];
  onName: (name: string) => void;
}

/** Asks once what the family calls somebody. Needs no account and no email address. */
export function NameForm({ taken, onName }: NameFormProps) {
  const { t } = useWords();
  const form = useForm({
    initial: { name: '' },
    check: ({ name }) => {
      if (name.trim() === '') return { name: 'missing' };
      return taken.includes(name.trim()) ? { name: 'repeated' } : {};
    },
    submit: async (_, { name }) => {
      onName(name.trim());
      return undefined;
    },
    reasonText: (_, reason) => t(reason === 'missing' ? 'shortlist.name_missing' : 'shortlist.name_taken'),
  });
  return (
    <Form form={form} className="rounded-card border-2 border-primary bg-surface p-5">
      <Field
        label={t('shortlist.name_label')}
        note={t('shortlist.name_note')}
        maxLength={MOST_ON_SHORTLIST.personName}
        autoComplete="nickname"
        placeholder={t('shortlist.name_example')}
        {...form.field('name')}
      />
      <Button variant="primary" size="large" className="mt-4" type="submit">
        {t('shortlist.start')}
      </Button>
    </Form>
  );
}
