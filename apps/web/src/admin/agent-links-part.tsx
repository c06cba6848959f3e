import type { AgentLink, AgentLinks, LinkDifference, RealtorAnswer } from '@maru/contract';
import { keepPreviousData } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { formatMoment } from '../contact/contact-copy.tsx';
import { UserText } from '../contact/user-text.tsx';
import { useWords } from '../i18n/words.tsx';
import { useApiQuery } from '../queries/use-api-query.ts';
import { Button } from '../ui/button.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { TextLink } from '../ui/site-link.tsx';
import { LoadStatus } from './admin-lists.tsx';
import { checkReason, Facts, ReasonForm, Result, State } from './admin-parts.tsx';
import { useAddress } from './use-address.ts';

/**
 * For an application: the feed agents with its license, differences between them, other profiles with the same license, and
 * whose messages the profile receives. An admin may link with a recorded reason, and unlink.
 */
export function AgentLinksPart({ realtor }: { realtor: RealtorAnswer }) {
  const { t } = useWords();
  const { pathWith } = useAddress();
  const id = realtor.realtorId;
  const query = useApiQuery(
    // Another version may have another license, and so other agents.
    ['admin', 'agent-links', id, realtor.version],
    (client, signal) => client.listAgentLinks({ params: { id }, signal }),
    { placeholderData: keepPreviousData },
  );
  const { data: answer, error, set } = query;
  return (
    <section className="mt-4 border-line border-t pt-4">
      <h4 className="font-semibold">{t('admin.links.title')}</h4>
      <p className="mb-3 max-w-[72ch] text-quiet">{t('admin.links.lead')}</p>
      <LoadStatus isLoading={answer === undefined} error={error} />
      {answer?.items.length === 0 ? <p>{t('admin.links.none')}</p> : null}
      <ul className="grid gap-4">
        {answer?.items.map((one) => (
          <li key={one.agentId} className="rounded-field border border-line p-3">
            <OneLink realtor={realtor} link={one} onChange={set} />
          </li>
        ))}
      </ul>
      {answer === undefined || answer.sameLicense.length === 0 ? null : (
        <>
          <h4 className="mt-3 font-semibold text-bad">{t('admin.links.twins')}</h4>
          <ul>
            {answer.sameLicense.map((one) => (
              <li key={one.realtorId}>
                <TextLink path={pathWith({ id: one.realtorId })}>
                  <UserText text={`${one.name} · ${one.brokerName}`} />
                </TextLink>{' '}
                {t(`admin.realtors.${one.verification}`)}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

const TONES = { own: 'good', other: 'bad', none: 'quiet' } as const;

function OneLink({
  realtor,
  link,
  onChange,
}: {
  realtor: RealtorAnswer;
  link: AgentLink;
  onChange: (now: AgentLinks) => void;
}) {
  const words = useWords();
  const { t } = words;
  const [isDeciding, setDeciding] = useState(false);
  const params = { id: realtor.realtorId };
  const { agentId } = link;
  const form = useForm({
    initial: { reason: '' },
    check: checkReason,
    submit: async (client, { reason }) => {
      onChange(await client.decideAgentLink({ params, body: { agentId, reason: reason.trim() } }));
      setDeciding(false);
      return t('admin.links.linked');
    },
  });
  const unlink = () =>
    form.run(async (client) => {
      onChange(await client.endAgentLink({ params: { ...params, agentId } }));
      return t('admin.links.unlinked');
    });
  const state =
    link.state === 'own' && link.proof !== null && link.linkedAt !== null
      ? t(`admin.links.own_${link.proof}`, { date: formatMoment(link.linkedAt, words) })
      : link.state === 'other'
        ? t('admin.links.other', { name: link.linkedTo?.name ?? t('admin.none') })
        : t('admin.links.not_linked');
  /** The feed's value, marked if the application differs. */
  const compared = (value: string | null, difference: LinkDifference): ReactNode =>
    value === null ? (
      t('admin.none')
    ) : (
      <span className="inline-flex flex-wrap items-center gap-2">
        <UserText text={value} />
        {link.differences.includes(difference) ? (
          <State tone="bad">{t('admin.links.differs')}</State>
        ) : (
          <State tone="good">{t('admin.links.same')}</State>
        )}
      </span>
    );
  return (
    <>
      <Facts
        rows={[
          [
            link.source,
            <State key="s" tone={TONES[link.state]}>
              {state}
            </State>,
          ],
          [t('admin.links.name'), compared(link.name, 'name')],
          [
            t('admin.realtors.license'),
            <span key="l" className="tabular">
              {link.licenseNumber}
            </span>,
          ],
          [t('admin.links.state'), compared(link.licenseState, 'licenseState')],
          [t('admin.links.office'), compared(link.officeName, 'office')],
          [t('admin.links.domain'), compared(link.emailDomain, 'emailDomain')],
          [t('admin.links.homes'), String(link.homesListed)],
          link.reason !== null && [t('admin.links.reason'), <UserText key="r" text={link.reason} />],
        ]}
      />
      <Result action={form} />
      {link.state === 'own' ? (
        <Button className="mt-3" disabled={form.isBusy} onClick={() => void unlink()}>
          {t('admin.links.unlink')}
        </Button>
      ) : null}
      {link.state === 'none' && !isDeciding && realtor.verification !== 'refused' ? (
        <Button
          className="mt-3"
          onClick={() => {
            form.reset({ reason: '' });
            setDeciding(true);
          }}
        >
          {t('admin.links.link')}
        </Button>
      ) : null}
      {isDeciding ? (
        <ReasonForm
          form={form}
          label={t('admin.links.reason')}
          note={t('admin.links.reason_note')}
          rows={3}
          maxLength={500}
          action={t('admin.links.confirm')}
          onCancel={() => setDeciding(false)}
        />
      ) : null}
    </>
  );
}
