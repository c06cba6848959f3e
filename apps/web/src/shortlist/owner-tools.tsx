import { MAX_ON_SHORTLIST } from '@maru/listing/people';
import { useState } from 'react';
import { useWords } from '../i18n/words.tsx';
import { useHomeCards } from '../listing/card/home-cards.ts';
import { useSaved } from '../listing/kept/use-saved.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { ActionStatus, Form } from '../ui/form/form.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { Modal } from '../ui/modal.tsx';
import { HomeChoice } from './home-choice.tsx';
import type { OpenShortlist, ShownList } from './use-shortlist.ts';

type Open = 'rename' | 'add' | 'revoke' | null;

/** The owner's actions: rename the list, add saved homes, stop sharing it. */
export function OwnerTools({ list, shortlist }: { list: ShownList; shortlist: OpenShortlist }) {
  const { t } = useWords();
  const [open, setOpen] = useState<Open>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const saved = Object.keys(useSaved().homes).filter((id) => !list.homes.some(({ homeId }) => homeId === id));
  const { found } = useHomeCards(open === 'add' ? saved : []);
  const form = useForm({
    initial: { name: list.name },
    submit: async (_, { name }) => {
      if (open === 'rename') await shortlist.update({ name: name.trim() });
      else if (open === 'add') await shortlist.update({ add: [...chosen] });
      else await shortlist.revoke();
      setOpen(null);
      return undefined;
    },
  });
  const show = (what: Open) => {
    form.reset({ name: list.name });
    form.setResult(undefined);
    setChosen(new Set());
    setOpen(what);
  };
  const close = () => setOpen(null);
  const isReady =
    open === 'rename' ? form.values.name.trim() !== '' : open === 'add' ? chosen.size > 0 : true;
  return (
    <>
      {saved.length === 0 || list.homes.length >= MAX_ON_SHORTLIST.homes ? null : (
        <Button aria-haspopup="dialog" onClick={() => show('add')}>
          {t('shortlist.add')}
        </Button>
      )}
      <Button aria-haspopup="dialog" onClick={() => show('rename')}>
        {t('shortlist.rename')}
      </Button>
      <Button aria-haspopup="dialog" onClick={() => show('revoke')}>
        {t('shortlist.revoke')}
      </Button>
      {open === null ? null : (
        <Modal
          open
          onClose={close}
          label={t(`shortlist.${open}`)}
          shape="box"
          className="w-[min(32rem,calc(100vw-2rem))]"
        >
          <Form form={form} className="space-y-5">
            <h2 className="font-bold text-lg">
              {t(open === 'revoke' ? 'shortlist.revoke_title' : `shortlist.${open}`)}
            </h2>
            {open === 'rename' ? (
              <Field
                label={t('shortlist.list_name')}
                maxLength={MAX_ON_SHORTLIST.name}
                {...form.field('name')}
              />
            ) : open === 'add' ? (
              <HomeChoice
                homes={saved.flatMap((id) => found?.cards.get(id) ?? [])}
                chosen={chosen}
                onChange={setChosen}
              />
            ) : (
              <p>{t('shortlist.revoke_text')}</p>
            )}
            <ActionStatus action={form} role="alert" />
            <p className="flex flex-wrap gap-3">
              <Button variant="primary" type="submit" disabled={form.isBusy || !isReady}>
                {t(
                  open === 'revoke'
                    ? 'shortlist.revoke'
                    : open === 'add'
                      ? 'shortlist.add_them'
                      : 'shortlist.keep',
                )}
              </Button>
              <Button onClick={close}>{t('shortlist.cancel')}</Button>
            </p>
          </Form>
        </Modal>
      )}
    </>
  );
}
