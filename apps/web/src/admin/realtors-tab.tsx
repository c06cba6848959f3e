import type { RealtorAnswer } from '@maru/contract';
import type { Client } from '@maru/contract/client';
import { VERIFICATIONS } from '@maru/listing/people';
import { useState } from 'react';
import { formatMoment } from '../contact/contact-copy.tsx';
import { UserText } from '../contact/user-text.tsx';
import { useWords } from '../i18n/words.tsx';
import { useApiQuery } from '../queries/use-api-query.ts';
import { usePages } from '../queries/use-pages.ts';
import { Button } from '../ui/button.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { ExternalIcon } from '../ui/icons/icons.tsx';
import { TextLink } from '../ui/site-link.tsx';
import { LoadStatus, PagedList } from './admin-lists.tsx';
import { checkReason, Facts, FilterLinks, Panel, ReasonForm, Result, State } from './admin-parts.tsx';
import { AgentLinksPart } from './agent-links-part.tsx';
import { useAddress } from './use-address.ts';

const TONES = { pending: 'warn', verified: 'good', refused: 'bad' } as const;

/** Realtor profiles: an admin checks the license with the regulator, then verifies it or rejects it with a reason. */
export function RealtorsTab() {
  const { t } = useWords();
  const { text } = useAddress();
  const id = text('id');
  const shown = VERIFICATIONS.find((one) => one === text('state')) ?? 'pending';
  const list = usePages(['admin', 'realtors', shown], (client, cursor, signal) =>
    client.listRealtors({ query: { verification: shown, cursor }, signal }),
  );
  if (id !== undefined) return <OneRealtor key={id} id={id} />;
  return (
    <>
      <p className="mb-4 max-w-[72ch] text-quiet">{t('admin.realtors.lead')}</p>
      <FilterLinks
        name="state"
        label={t('admin.realtors.state')}
        shown={shown}
        values={VERIFICATIONS}
        formatTitle={(one) => t(`admin.realtors.${one}`)}
      />
      <PagedList list={list} keyOf={({ realtorId }) => realtorId} empty={t(`admin.realtors.empty_${shown}`)}>
        {(one) => (
          <RealtorPanel
            realtor={one}
            onChange={(now) => list.replace(({ realtorId }) => realtorId === one.realtorId, now)}
          />
        )}
      </PagedList>
    </>
  );
}

function OneRealtor({ id }: { id: string }) {
  const { t } = useWords();
  const { pathWith } = useAddress();
  const query = useApiQuery(['admin', 'realtor', id], (client, signal) =>
    client.findRealtor({ params: { id }, signal }),
  );
  const { data: answer, error, set } = query;
  return (
    <>
      <p className="mb-3">
        <TextLink path={pathWith({ id: null })}>{t('admin.realtors.all')}</TextLink>
      </p>
      <LoadStatus isLoading={answer === undefined} error={error} />
      {answer === undefined ? null : <RealtorPanel realtor={answer} onChange={set} />}
    </>
  );
}

function RealtorPanel({
  realtor,
  onChange,
}: {
  realtor: RealtorAnswer;
  onChange: (now: RealtorAnswer) => void;
}) {
  const words = useWords();
  const { t } = words;
  const [isRefusing, setRefusing] = useState(false);
  const verify = async (client: Client, verification: RealtorAnswer['verification'], note: string | null) => {
    onChange(
      await client.verifyRealtor({
        params: { id: realtor.realtorId },
        body: { verification, note },
        // Verify only the version that was checked; a changed license needs another check.
        ifMatch: realtor.version,
      }),
    );
    setRefusing(false);
    return t(`admin.realtors.is_${verification}`);
  };
  const form = useForm({
    initial: { reason: '' },
    check: checkReason,
    submit: (client, { reason }) => verify(client, 'refused', reason.trim()),
    toField: ([field]) => (field === 'note' ? 'reason' : undefined),
  });
  const { isBusy } = form;
  const decide = (verification: 'verified' | 'pending') =>
    void form.run((client) => verify(client, verification, null));
  return (
    <Panel
      title={
        <>
          <UserText text={realtor.name} />
          {realtor.nameKo === null ? null : (
            <>
              {' '}
              <UserText text={realtor.nameKo} />
            </>
          )}
        </>
      }
      aside={<State tone={TONES[realtor.verification]}>{t(`admin.realtors.${realtor.verification}`)}</State>}
    >
      <Facts
        rows={[
          [
            t('admin.realtors.license'),
            <span key="l">
              <span className="tabular font-semibold">{realtor.licenseNumber}</span> {realtor.licenseState}
            </span>,
          ],
          [t('admin.realtors.broker'), <UserText key="b" text={realtor.brokerName} />],
          realtor.officeName !== null && [
            t('admin.realtors.office'),
            <UserText key="o" text={realtor.officeName} />,
          ],
          [t('admin.people.email'), realtor.email ?? t('admin.none')],
          [t('admin.people.phone'), realtor.phone ?? t('admin.none')],
          [t('admin.realtors.created'), formatMoment(realtor.createdAt, words)],
          realtor.bioEn !== null && [t('admin.realtors.bio_en'), <UserText key="e" text={realtor.bioEn} />],
          realtor.bioKo !== null && [t('admin.realtors.bio_ko'), <UserText key="k" text={realtor.bioKo} />],
          realtor.verificationNote !== null && [
            t('admin.realtors.note'),
            <UserText key="n" text={realtor.verificationNote} />,
          ],
        ]}
      />
      {realtor.licenseUrl === null ? (
        <p className="mt-3 text-quiet">{t('admin.realtors.no_regulator')}</p>
      ) : (
        <p className="mt-2">
          <TextLink href={realtor.licenseUrl} target="_blank" rel="noreferrer noopener">
            {t('admin.realtors.regulator')}
            <ExternalIcon size={16} />
          </TextLink>
        </p>
      )}
      <AgentLinksPart realtor={realtor} />
      <Result action={form} />
      {isRefusing ? (
        <ReasonForm
          form={form}
          label={t('admin.realtors.reason')}
          note={t('admin.realtors.reason_note')}
          rows={4}
          maxLength={1_000}
          action={t('admin.realtors.refuse_send')}
          onCancel={() => setRefusing(false)}
        />
      ) : (
        <div className="mt-3 flex flex-wrap gap-3">
          {realtor.verification === 'verified' ? null : (
            <Button variant="primary" disabled={isBusy} onClick={() => decide('verified')}>
              {t('admin.realtors.verify')}
            </Button>
          )}
          {realtor.verification === 'refused' ? null : (
            <Button
              disabled={isBusy}
              onClick={() => {
                form.reset({ reason: '' });
                setRefusing(true);
              }}
            >
              {t('admin.realtors.refuse')}
            </Button>
          )}
          {realtor.verification === 'pending' ? null : (
            <Button disabled={isBusy} onClick={() => decide('pending')}>
              {t('admin.realtors.reopen')}
            </Button>
          )}
        </div>
      )}
    </Panel>
  );
}
