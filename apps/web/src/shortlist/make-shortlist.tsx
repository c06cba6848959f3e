import type { HomeCardAnswer } from '@maru/contract';
import { MAX_ON_SHORTLIST } from '@maru/listing/people';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useWords } from '../i18n/words.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form/form.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { Modal } from '../ui/modal.tsx';
import { HomeChoice } from './home-choice.tsx';
import { shortlistMemory } from './shortlist-memory.ts';

interface MakeShortlistProps {
  homes: readonly HomeCardAnswer[];
  onClose: () => void;
}

/** Creates a list of some homes and opens it; the page of the list shows its link. */
export default function MakeShortlist({ homes, onClose }: MakeShortlistProps) {
  const { t } = useWords();
  const router = useRouter();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(homes.slice(0, MAX_ON_SHORTLIST.homes).map(({ homeId }) => homeId)),
  );
  const why =
    chosen.size === 0
      ? t('shortlist.choose_one')
      : chosen.size > MAX_ON_SHORTLIST.homes
        ? t('shortlist.choose_fewer', { count: MAX_ON_SHORTLIST.homes })
        : '';
  const form = useForm({
    initial: { name: t('shortlist.usual_name') },
    submit: async (client, values) => {
      const name = values.name.trim();
      const ids = homes.map(({ homeId }) => homeId).filter((id) => chosen.has(id));
      const { key, ownerKey, path } = await client.createShortlist({ body: { name, homes: ids } });
      shortlistMemory().put({ key, ownerKey, isOwn: true, name });
      await router.navigate({ to: path });
      return undefined;
    },
  });
  return (
    <Modal
      open
      onClose={onClose}
      label={t('shortlist.make_title')}
      shape="sheet"
      className="w-[min(34rem,100vw)]"
    >
      <Form form={form} className="space-y-5 p-5 md:p-6">
        <div>
          <h2 className="font-bold text-xl">{t('shortlist.make_title')}</h2>
          <p className="mt-1 text-quiet">{t('shortlist.make_text')}</p>
        </div>
        <Field label={t('shortlist.list_name')} maxLength={MAX_ON_SHORTLIST.name} {...form.field('name')} />
        <HomeChoice homes={homes} chosen={chosen} onChange={setChosen} />
        <p role="alert" className="not-empty:mt-1 text-bad">
          {form.result?.text ?? why}
        </p>
        <div className="flex flex-wrap gap-3">
          <Button
            variant="primary"
            size="large"
            type="submit"
            disabled={form.isBusy || why !== '' || form.values.name.trim() === ''}
          >
            {t('shortlist.make')}
          </Button>
          <Button size="large" onClick={onClose}>
            {t('shortlist.cancel')}
          </Button>
        </div>
      </Form>
    </Modal>
  );
}
