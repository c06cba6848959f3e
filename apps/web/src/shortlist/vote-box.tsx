import { MAX_ON_SHORTLIST, VOTES, type Vote } from '@maru/listing/people';
import { LANGUAGE_TAGS } from '@maru/words';
import { useEffect, useState } from 'react';
import { useWords } from '../i18n/words.tsx';
import { Button } from '../ui/button.tsx';
import { TextArea } from '../ui/field.tsx';
import type { OpenShortlist, ShownList } from './use-shortlist.ts';

interface VoteBoxProps {
  homeId: string;
  /** Accessible name of the home. */
  address: string;
  list: ShownList;
  shortlist: OpenShortlist;
  /** Called when the visitor has no name on this list yet. */
  onNeedsName: () => void;
}

const COLORS: Record<Vote, string> = {
  yes: 'aria-pressed:border-good aria-pressed:text-good',
  maybe: 'aria-pressed:border-warn aria-pressed:text-warn',
  no: 'aria-pressed:border-bad aria-pressed:text-bad',
};

/** The votes and notes of all people on one home, and the visitor's own, which are applied at once. */
export function VoteBox({ homeId, address, list, shortlist, onNeedsName }: VoteBoxProps) {
  const { t } = useWords();
  const { known, say } = shortlist;
  const personId = known?.person?.personId;
  const votes = list.votes.filter((one) => one.homeId === homeId);
  const mine = votes.find((one) => one.personId === personId);
  const others = votes.filter((one) => one !== mine && (one.vote !== null || one.note !== null));
  const isWaiting = known?.waiting.some((one) => one.homeId === homeId) ?? false;
  const press = (vote: Vote) => {
    if (personId === undefined) return onNeedsName();
    say(homeId, { vote: mine?.vote === vote ? null : vote });
  };
  return (
    <div className="space-y-4">
      <fieldset>
        <legend className="font-semibold">
          {t('shortlist.my_vote')}
          <span className="sr-only">, {address}</span>
        </legend>
        <div className="mt-2 grid grid-cols-3 gap-2">
          {VOTES.map((vote) => {
            const count = votes.filter((one) => one.vote === vote).length;
            return (
              <Button
                variant="bare"
                key={vote}
                data-vote={vote}
                aria-pressed={mine?.vote === vote}
                onClick={() => press(vote)}
                className={`min-h-12 rounded-field border border-line-strong bg-surface px-2 py-1 font-medium leading-tight hover:bg-sunken aria-pressed:border-2 aria-pressed:font-bold ${COLORS[vote]}`}
              >
                {t(`shortlist.vote.${vote}`)}{' '}
                {count === 0 ? null : <span className="tabular ml-0.5">{count}</span>}
              </Button>
            );
          })}
        </div>
      </fieldset>
      {personId === undefined ? null : (
        <OwnNote
          key={personId}
          address={address}
          note={mine?.note ?? ''}
          onKeep={(note) => say(homeId, { note })}
        />
      )}
      {isWaiting ? <p className="text-quiet text-sm">{t('shortlist.not_sent')}</p> : null}
      {others.length === 0 ? null : (
        <ul className="space-y-3 border-line border-t pt-4">
          {others.map((one) => {
            const person = list.people.find((who) => who.personId === one.personId);
            return (
              <li key={one.personId}>
                <p>
                  <span className="font-semibold">{person?.name ?? t('shortlist.somebody')}</span>{' '}
                  {one.vote === null ? null : (
                    <span className="ml-1 text-quiet">{t(`shortlist.vote.${one.vote}`)}</span>
                  )}
                </p>
                {one.note === null ? null : (
                  <p
                    lang={person === undefined ? undefined : LANGUAGE_TAGS[person.locale]}
                    className="mt-0.5 whitespace-pre-line break-words"
                  >
                    {one.note}
                  </p>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

/** Saved on blur and by its button, so that the button need not be found. */
function OwnNote({
  address,
  note,
  onKeep,
}: {
  address: string;
  note: string;
  onKeep: (note: string | null) => void;
}) {
  const { t } = useWords();
  const [text, setText] = useState(note);
  const [isTouched, setTouched] = useState(false);
  // Changed in another tab.
  useEffect(() => {
    if (!isTouched) setText(note);
  }, [note, isTouched]);
  const keep = () => {
    setTouched(false);
    const next = text.trim();
    if (next !== note) onKeep(next === '' ? null : next);
  };
  return (
    <div>
      <TextArea
        label={t('shortlist.note')}
        aria-label={`${t('shortlist.note')}, ${address}`}
        rows={2}
        maxLength={MAX_ON_SHORTLIST.note}
        value={text}
        onChange={(event) => {
          setTouched(true);
          setText(event.target.value);
        }}
        onBlur={keep}
      />
      {isTouched ? (
        <Button variant="underlined" className="mt-1" onClick={keep}>
          {t('shortlist.note_keep')}
        </Button>
      ) : null}
    </div>
  );
}
