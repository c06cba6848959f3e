import { MOST_ON_SHORTLIST } from '@maru/listing/people';
import { useState } from 'react';
import { useWords } from '../i18n/words.tsx';
import { useHomeCards } from '../listing/card/home-cards.ts';
import { useSaved } from '../listing/kept/use-saved.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Modal } from '../ui/modal.tsx';
import { whyFailed } from '../ui/why-failed.ts';
import { HomeChoice } from './home-choice.tsx';
import type { OpenShortlist, ShownList } from './use-shortlist.ts';

type Open = 'rename' | 'add' | 'revoke' | null;

/** The owner's actions: rename the list, add saved homes, stop sharing it. */
export function OwnerTools({ list, shortlist }: { list: ShownList; shortlist: OpenShortlist }) {
  const words = useWords();
  const { t } = words;
  const [open, setOpen] = useState<Open>(null);
  const [name, setName] = useState(list.name);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState('');
  const saved = Object.keys(useSaved().homes).filter((id) => !list.homes.some(({ homeId }) => homeId === id));
  const { found } = useHomeCards(open === 'add' ? saved : []);
  const close = () => {
    setOpen(null);
    setFailed('');
    setBusy(false);
  };
  const act = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
      close();
    } catch (error) {
      setFailed(whyFailed(error, words));
      setBusy(false);
    }
  };
  const show = (what: Open) => {
    setName(list.name);
    setChosen(new Set());
    setOpen(what);
  };
  const works: Record<NonNullable<Open>, () => Promise<void>> = {
    rename: () => shortlist.update({ name: name.trim() }),
    add: () => shortlist.update({ add: [...chosen] }),
    revoke: () => shortlist.revoke(),
  };
  const isReady = open === 'rename' ? name.trim() !== '' : open === 'add' ? chosen.size > 0 : true;
  return (
    <>
      {saved.length === 0 || list.homes.length >= MOST_ON_SHORTLIST.homes ? null : (
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
          <form
            className="space-y-5"
            onSubmit={(event) => {
              event.preventDefault();
              void act(works[open]);
            }}
          >
            <h2 className="font-bold text-lg">
              {t(open === 'revoke' ? 'shortlist.revoke_title' : `shortlist.${open}`)}
            </h2>
            {open === 'rename' ? (
              <Field
                label={t('shortlist.list_name')}
                value={name}
                maxLength={MOST_ON_SHORTLIST.name}
                onChange={(event) => setName(event.target.value)}
              />
            ) : open === 'add' ? (
              <HomeChoice
                homes={saved.flatMap((id) => found?.cards.get(id) ?? [])}
                chosen={chosen}
                onChoose={(homeId, isChosen) => {
                  const next = new Set(chosen);
                  if (isChosen) next.add(homeId);
                  else next.delete(homeId);
                  setChosen(next);
                }}
              />
            ) : (
              <p>{t('shortlist.revoke_text')}</p>
            )}
            <p role="alert" className="text-bad">
              {failed}
            </p>
            <p className="flex flex-wrap gap-3">
              <Button variant="primary" type="submit" disabled={isBusy || !isReady}>
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
          </form>
        </Modal>
      )}
    </>
  );
}
