import { useState } from 'react';
import { useWords } from '../i18n/words.tsx';
import { Button } from '../ui/button.tsx';
import { useAction } from '../ui/form/use-action.ts';
import { Notice } from '../ui/notice.tsx';
import { saveFile } from '../ui/save-file.ts';
import { Section } from '../ui/section.tsx';
import type { AccountUser } from './account-state.ts';
import { ActionResult, useResumed } from './sign-in/fresh-sign-in.tsx';
import { useAccount } from './use-account.ts';

/** Exports the person's data as a file; requests or cancels the deletion of the account. */
export function OwnData({ user }: { user: AccountUser }) {
  return (
    <div className="max-w-[640px] space-y-10">
      <Export />
      <Deletion user={user} />
    </div>
  );
}

function Export() {
  const { t } = useWords();
  const action = useAction((why) => t('data.export.failed', { why }));
  const load = () =>
    action.run(async (client) => {
      const data = await client.exportUser();
      saveFile(`maru-${data.exportedAt.slice(0, 10)}.json`, 'application/json', [
        JSON.stringify(data, null, 2),
      ]);
      return t('data.export.done');
    });
  return (
    <Section id="export" title={t('data.export.title')} heading="h3" titleClass="font-semibold text-lg">
      <p className="mt-1 text-quiet">{t('data.export.text')}</p>
      <Button className="mt-3" disabled={action.isBusy} onClick={() => void load()}>
        {t('data.export.do')}
      </Button>
      <ActionResult action={action} />
    </Section>
  );
}

function Deletion({ user }: { user: AccountUser }) {
  const { t, intl } = useWords();
  const { account } = useAccount();
  // After a fresh sign-in the confirmation is open again.
  const isResumed = useResumed('delete') !== undefined;
  const [isAsked, setAsked] = useState(isResumed);
  const action = useAction((why) => t('data.delete.failed', { why }));
  const decide = async (call: 'requestDeletion' | 'cancelDeletion') => {
    await action.run(async (client) => {
      const { deletionAt } = await client[call]();
      (await account?.session())?.take({ ...user, deletionAt });
      return call === 'cancelDeletion' ? t('data.delete.cancelled') : undefined;
    });
    setAsked(false);
  };
  return (
    <Section id="deletion" title={t('data.delete.title')} heading="h3" titleClass="font-semibold text-lg">
      <p className="mt-1 text-quiet">{t('data.delete.text')}</p>
      {user.deletionAt !== null ? (
        <div className="mt-3">
          <Notice
            tone="bad"
            title={t('data.delete.due', { date: intl.formatDate(user.deletionAt, { dateStyle: 'long' }) })}
          >
            <Button className="mt-3" disabled={action.isBusy} onClick={() => void decide('cancelDeletion')}>
              {t('data.delete.cancel')}
            </Button>
          </Notice>
        </div>
      ) : !isAsked ? (
        <Button className="mt-3 text-bad" onClick={() => setAsked(true)}>
          {t('data.delete.ask')}
        </Button>
      ) : (
        <fieldset className="mt-3 rounded-card border border-line bg-surface p-4">
          <legend className="sr-only">{t('data.delete.sure')}</legend>
          <p className="font-semibold">{t('data.delete.sure')}</p>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button
              disabled={action.isBusy}
              // The pressed button was removed with the focus on it.
              ref={(button) => button?.focus()}
              onClick={() => setAsked(false)}
            >
              {t('data.delete.no')}
            </Button>
            <Button
              className="text-bad"
              disabled={action.isBusy}
              onClick={() => void decide('requestDeletion')}
            >
              {t('data.delete.yes')}
            </Button>
          </div>
        </fieldset>
      )}
      <ActionResult action={action} resume={{ delete: '1' }} />
    </Section>
  );
}
