import type { RealtorAnswer } from '@maru/contract';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { formatMoment } from '../contact/contact-copy.tsx';
import { UserText } from '../contact/user-text.tsx';
import { useWords } from '../i18n/words.tsx';
import { usePages } from '../queries/use-pages.ts';
import { Button } from '../ui/button.tsx';
import { TextArea } from '../ui/field.tsx';
import { ExternalIcon } from '../ui/icons/icons.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { Facts, FilterLinks, LoadStatus, PageEnd, Panel, Said, State } from './admin-parts.tsx';
import { AgentLinksPart } from './agent-links-part.tsx';
import { useAction } from './use-action.ts';
import { useAddress } from './use-address.ts';

const STATES = ['pending', 'verified', 'refused'] as const;
const TONES = { pending: 'warn', verified: 'good', refused: 'bad' } as const;

/** Realtor profiles: an admin checks the license with the regulator, then verifies it or rejects it with a reason. */
export function RealtorsTab() {
  const { t } = useWords();
  const { text } = useAddress();
  const id = text('id');
  const shown = STATES.find((one) => one === text('state')) ?? 'pending';
  const { client } = useRouter().options.context;
  const list = usePages(['admin', 'realtors', shown], (cursor, signal) =>
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
        options={STATES.map((one) => ({ value: one, title: t(`admin.realtors.${one}`) }))}
      />
      <ul>
        {list.items.map((one) => (
          <li key={one.realtorId}>
            <RealtorPanel
              realtor={one}
              onChange={(now) => list.replace((old) => old.realtorId === one.realtorId, now)}
            />
          </li>
        ))}
      </ul>
      <PageEnd list={list} empty={t(`admin.realtors.empty_${shown}`)} />
    </>
  );
}

function OneRealtor({ id }: { id: string }) {
  const { t } = useWords();
  const { pathWith } = useAddress();
  const { client } = useRouter().options.context;
  const queries = useQueryClient();
  const own = queryOptions({
    queryKey: ['admin', 'realtor', id],
    queryFn: ({ signal }) => client.findRealtor({ params: { id }, signal }),
  });
  const { data: answer, error } = useQuery(own);
  return (
    <>
      <p className="mb-3">
        <TextLink path={pathWith({ id: null })}>{t('admin.realtors.all')}</TextLink>
      </p>
      <LoadStatus isLoading={answer === undefined} error={error} />
      {answer === undefined ? null : (
        <RealtorPanel realtor={answer} onChange={(now) => void queries.setQueryData(own.queryKey, now)} />
      )}
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
  const { said, busy, run, wrong, refuse, change, form } = useAction();
  const [isRefusing, setRefusing] = useState(false);
  const verify = (verification: RealtorAnswer['verification'], note: string | null) =>
    run(
      async (client) => {
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
      },
      (name) => (name === 'note' ? name : undefined),
    );
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const note = String(new FormData(event.currentTarget).get('note') ?? '').trim();
    if (note === '') refuse({ note: 'missing' });
    else void verify('refused', note);
  };
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
          ...(realtor.officeName === null
            ? []
            : ([[t('admin.realtors.office'), <UserText key="o" text={realtor.officeName} />]] as const)),
          [t('admin.people.email'), realtor.email ?? t('admin.none')],
          [t('admin.people.phone'), realtor.phone ?? t('admin.none')],
          [t('admin.realtors.created'), formatMoment(realtor.createdAt, words)],
          ...(realtor.bioEn === null
            ? []
            : ([[t('admin.realtors.bio_en'), <UserText key="e" text={realtor.bioEn} />]] as const)),
          ...(realtor.bioKo === null
            ? []
            : ([[t('admin.realtors.bio_ko'), <UserText key="k" text={realtor.bioKo} />]] as const)),
          ...(realtor.verificationNote === null
            ? []
            : ([[t('admin.realtors.note'), <UserText key="n" text={realtor.verificationNote} />]] as const)),
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
      <Said said={said} />
      {isRefusing ? (
        <form ref={form} noValidate onSubmit={send} className="mt-3 max-w-[560px]">
          <TextArea
            label={t('admin.realtors.reason')}
            note={t('admin.realtors.reason_note')}
            name="note"
            required
            rows={4}
            maxLength={1_000}
            error={wrong.note === undefined ? undefined : t(`reason.${wrong.note}`)}
            onChange={() => change('note')}
          />
          <div className="mt-3 flex flex-wrap gap-3">
            <Button variant="primary" type="submit" disabled={busy}>
              {t('admin.realtors.refuse_send')}
            </Button>
            <Button onClick={() => setRefusing(false)}>{t('admin.cancel')}</Button>
          </div>
        </form>
      ) : (
        <div className="mt-3 flex flex-wrap gap-3">
          {realtor.verification === 'verified' ? null : (
            <Button variant="primary" disabled={busy} onClick={() => void verify('verified', null)}>
              {t('admin.realtors.verify')}
            </Button>
          )}
          {realtor.verification === 'refused' ? null : (
            <Button disabled={busy} onClick={() => setRefusing(true)}>
              {t('admin.realtors.refuse')}
            </Button>
          )}
          {realtor.verification === 'pending' ? null : (
            <Button disabled={busy} onClick={() => void verify('pending', null)}>
              {t('admin.realtors.reopen')}
            </Button>
          )}
        </div>
      )}
    </Panel>
  );
}
