import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useWords } from '../i18n/words.tsx';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { saveFile } from '../ui/save-file.ts';
import { whyFailed } from '../ui/why-failed.ts';
import type { AccountUser } from './account-state.ts';
import { FreshSignIn, wantsFreshSignIn } from './sign-in/fresh-sign-in.tsx';
import { useResumed } from './sign-in/use-resumed.ts';
import { useAccount } from './use-account.ts';

type Said = { tone: 'good' | 'bad'; text: string; wantsFreshSignIn?: boolean };

/** One's own data as a file, and the end of the account, with the way back from it. */
export function OwnData({ user }: { user: AccountUser }) {
  return (
    <div className="max-w-[640px] space-y-10">
      <Export />
      <Deletion user={user} />
    </div>
  );
}

function Export() {
  const words = useWords();
  const { t } = words;
  const { client } = useRouter().options.context;
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<Said>();
  const load = async () => {
    setBusy(true);
    try {
      const data = await client.exportUser();
      saveFile(`maru-${data.exportedAt.slice(0, 10)}.json`, 'application/json', [
        JSON.stringify(data, null, 2),
      ]);
      setSaid({ tone: 'good', text: t('data.export.done') });
    } catch (error) {
      setSaid({
        tone: 'bad',
        text: t('data.export.failed', { why: whyFailed(error, words) }),
        wantsFreshSignIn: wantsFreshSignIn(error),
      });
    } finally {
      setBusy(false);
    }
  };
  return (
    <section aria-labelledby="export">
      <h3 id="export" className="font-semibold text-lg">
        {t('data.export.title')}
      </h3>
      <p className="mt-1 text-quiet">{t('data.export.text')}</p>
      <Button className="mt-3" disabled={busy} onClick={() => void load()}>
        {t('data.export.do')}
      </Button>
      <Status said={said} />
    </section>
  );
}

function Deletion({ user }: { user: AccountUser }) {
  const words = useWords();
  const { t, intl } = words;
  const { client } = useRouter().options.context;
  const { account } = useAccount();
  // Whoever comes back from a fresh sign-in finds the question as they left it.
  const isResumed = useResumed('delete') !== undefined;
  const [step, setStep] = useState<'ready' | 'sure' | 'busy'>(isResumed ? 'sure' : 'ready');
  const [said, setSaid] = useState<Said>();
  const decide = async (call: 'requestDeletion' | 'cancelDeletion') => {
    setStep('busy');
    try {
      const { deletionAt } = await client[call]();
      (await account?.session())?.take({ ...user, deletionAt });
      setSaid(call === 'cancelDeletion' ? { tone: 'good', text: t('data.delete.cancelled') } : undefined);
    } catch (error) {
      setSaid({
        tone: 'bad',
        text: t('data.delete.failed', { why: whyFailed(error, words) }),
        wantsFreshSignIn: wantsFreshSignIn(error),
      });
    } finally {
      setStep('ready');
    }
  };
  return (
    <section aria-labelledby="deletion">
      <h3 id="deletion" className="font-semibold text-lg">
        {t('data.delete.title')}
      </h3>
      <p className="mt-1 text-quiet">{t('data.delete.text')}</p>
      {user.deletionAt !== null ? (
        <div className="mt-3">
          <Notice
            tone="bad"
            title={t('data.delete.due', { date: intl.formatDate(user.deletionAt, { dateStyle: 'long' }) })}
          >
            <Button className="mt-3" disabled={step === 'busy'} onClick={() => void decide('cancelDeletion')}>
              {t('data.delete.cancel')}
            </Button>
          </Notice>
        </div>
      ) : step === 'ready' ? (
        <Button className="mt-3 text-bad" onClick={() => setStep('sure')}>
          {t('data.delete.ask')}
        </Button>
      ) : (
        <fieldset className="mt-3 rounded-card border border-line bg-surface p-4">
          <legend className="sr-only">{t('data.delete.sure')}</legend>
          <p className="font-semibold">{t('data.delete.sure')}</p>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button
              disabled={step === 'busy'}
              // The button that was pressed has gone: the focus would be lost with it.
              ref={(button) => button?.focus()}
              onClick={() => setStep('ready')}
            >
              {t('data.delete.no')}
            </Button>
            <Button
              className="text-bad"
              disabled={step === 'busy'}
              onClick={() => void decide('requestDeletion')}
            >
              {t('data.delete.yes')}
            </Button>
          </div>
        </fieldset>
      )}
      <Status said={said} resume={{ delete: '1' }} />
    </section>
  );
}

function Status({
  said,
  resume,
}: {
  said: Said | undefined;
  /** Of `FreshSignIn`. */
  resume?: Readonly<Record<string, string>>;
}) {
  return (
    <>
      <p role="status" className={`not-empty:mt-2 ${said?.tone === 'bad' ? 'text-bad' : 'text-good'}`}>
        {said?.text}
      </p>
      {said?.wantsFreshSignIn ? <FreshSignIn resume={resume} /> : null}
    </>
  );
}
