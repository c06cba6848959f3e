import type { HomeCardAnswer } from '@maru/contract';
import { MOST_ON_SHORTLIST } from '@maru/listing/people';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useWords } from '../i18n/words.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Modal } from '../ui/modal.tsx';
import { whyFailed } from '../ui/why-failed.ts';
import { HomeChoice } from './home-choice.tsx';
import { shortlistMemory } from './use-memory.ts';

interface MakeShortlistProps {
  homes: readonly HomeCardAnswer[];
  onClose: () => void;
}

/** Makes a list of some homes, and opens it: there its link is. */
export default function MakeShortlist({ homes, onClose }: MakeShortlistProps) {
  const words = useWords();
  const { t } = words;
  const router = useRouter();
  const { client } = router.options.context;
  const [name, setName] = useState(t('shortlist.usual_name'));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(homes.slice(0, MOST_ON_SHORTLIST.homes).map(({ homeId }) => homeId)),
  );
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState('');
  const choose = (homeId: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(homeId);
    else next.delete(homeId);
    setChosen(next);
  };
  const why =
    chosen.size === 0
      ? t('shortlist.choose_one')
      : chosen.size > MOST_ON_SHORTLIST.homes
        ? t('shortlist.choose_fewer', { count: MOST_ON_SHORTLIST.homes })
        : '';
  const make = async () => {
    setBusy(true);
    try {
      const ids = homes.map(({ homeId }) => homeId).filter((id) => chosen.has(id));
      const { key, ownerKey, path } = await client.createShortlist({
        body: { name: name.trim(), homes: ids },
      });
      shortlistMemory().put({ key, ownerKey, isOwn: true, name: name.trim() });
      await router.navigate({ to: path });
    } catch (error) {
      setFailed(whyFailed(error, words));
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      onClose={onClose}
      label={t('shortlist.make_title')}
      shape="sheet"
      className="w-[min(34rem,100vw)]"
    >
      <form
        className="space-y-5 p-5 md:p-6"
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <div>
          <h2 className="font-bold text-xl">{t('shortlist.make_title')}</h2>
          <p className="mt-1 text-quiet">{t('shortlist.make_text')}</p>
        </div>
        <Field
          label={t('shortlist.list_name')}
          value={name}
          maxLength={MOST_ON_SHORTLIST.name}
          onChange={(event) => setName(event.target.value)}
        />
        <HomeChoice homes={homes} chosen={chosen} onChoose={choose} />
        <p role="alert" className="not-empty:mt-1 text-bad">
          {failed || why}
        </p>
        <div className="flex flex-wrap gap-3">
          <Button
            variant="primary"
            size="large"
            type="submit"
            disabled={isBusy || why !== '' || name.trim() === ''}
          >
            {t('shortlist.make')}
          </Button>
          <Button size="large" onClick={onClose}>
            {t('shortlist.cancel')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
