import type { AgentLink, AgentLinks, RealtorAnswer } from '@maru/contract';
import { ApiError } from '@maru/contract/client';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { UserText } from '../contact/user-text.tsx';
import { useWords } from '../i18n/words.tsx';
import { useApiQuery } from '../queries/use-api-query.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { FormError } from '../ui/form/field-errors.ts';
import { ActionStatus, Form } from '../ui/form/form.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { TextLink } from '../ui/site-link.tsx';
import { whyFailed } from '../ui/why-failed.ts';

/** Feed agents with the license of the realtor's profile. A code sent to the agent's email address in the feed links them. */
export function AgentLinksSection({ realtor }: { realtor: RealtorAnswer }) {
  const words = useWords();
  const { t } = words;
  const { realtorId: id, version } = realtor;
  const query = useApiQuery(
    // Another version may have another license.
    ['agent-links', id, version],
    (client, signal) => client.listAgentLinks({ params: { id }, signal }),
    { placeholderData: keepPreviousData },
  );
  const { data: links, error, set } = query;
  if (error !== null) {
    return (
      <p role="alert" className="mt-10 text-bad">
        {t('realtor.load_failed', { why: whyFailed(error, words) })}
      </p>
    );
  }
  // No feed has an agent with this license.
  if (links === undefined || links.items.length === 0) return null;
  return (
    <section className="mt-10 border-line border-t pt-6">
      <h2 className="font-bold text-lg">{t('realtor.links.title')}</h2>
      <p className="mt-2 max-w-[60ch] text-quiet">{t('realtor.links.lead')}</p>
      <ul className="mt-4 grid gap-4">
        {links.items.map((one) => (
          <li key={one.agentId} className="rounded-card border border-line p-4">
            <OneLink realtorId={id} link={one} onChange={set} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function OneLink({
  realtorId,
  link,
  onChange,
}: {
  realtorId: string;
  link: AgentLink;
  onChange: (now: AgentLinks) => void;
}) {
  const { t } = useWords();
  const { agentId, state, code, broker } = link;
  const isForBroker = state === 'other' || (state === 'none' && code !== 'possible');
  const [isSent, setSent] = useState(link.codeExpiresAt !== null);
  const params = { id: realtorId };
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => (code.trim() === '' ? { code: 'missing' } : {}),
    submit: async (client, { code }) => {
      const body = { agentId, code: code.trim().slice(0, 40) };
      onChange(
        await client.proveAgentLink({ params, body }).catch((error: unknown) => {
          throw isStatus(error, 400) ? new FormError({ code: 'malformed' }) : error;
        }),
      );
      setSent(false);
      form.reset({ code: '' });
      return undefined;
    },
    reasonText: (_, reason) => (reason === 'malformed' ? t('realtor.links.wrong') : undefined),
    failed: (why, error) => (isStatus(error, 410) ? t('realtor.links.expired') : why),
  });
  const send = () =>
    form.run(async (client) => {
      await client.sendLinkCode({ params, body: { agentId } }).catch((error: unknown) => {
        throw isStatus(error, 429) ? new FormError({}, t('realtor.links.too_many')) : error;
      });
      setSent(true);
      return t('realtor.links.sent');
    });
  const unlink = () =>
    form.run(async (client) => {
      onChange(await client.endAgentLink({ params: { ...params, agentId } }));
      return t('realtor.links.unlinked');
    });
  return (
    <>
      <p className="font-semibold">
        <UserText text={link.name} />
      </p>
      <p className="text-quiet">
        {t('realtor.links.homes', { source: link.source, count: link.homesListed })}
      </p>
      {state === 'own' ? <p className="mt-2 font-medium text-good">{t('realtor.links.own')}</p> : null}
      {isForBroker ? (
        <>
          <p className="mt-2">
            {t(`realtor.links.${state === 'other' || code === 'possible' ? 'other' : code}`, {
              broker: broker.name,
            })}
          </p>
          <p>
            <TextLink isUnderlined href={`mailto:${broker.email}`} className="break-all">
              {broker.email}
            </TextLink>
          </p>
        </>
      ) : null}
      {state === 'none' && code === 'possible' && isSent ? (
        <Form form={form} className="mt-3 max-w-[24rem]">
          <Field
            label={t('realtor.links.code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            {...form.field('code')}
          />
          <Button variant="primary" className="mt-3" type="submit" disabled={form.isBusy}>
            {t('realtor.links.prove')}
          </Button>
        </Form>
      ) : null}
      <div className="mt-3 flex flex-wrap items-center gap-3">
        {state === 'none' && code === 'possible' ? (
          <Button size="medium" disabled={form.isBusy} onClick={() => void send()}>
            {t(isSent ? 'realtor.links.send_again' : 'realtor.links.send')}
          </Button>
        ) : null}
        {state === 'own' ? (
          <Button size="medium" disabled={form.isBusy} onClick={() => void unlink()}>
            {t('realtor.links.unlink')}
          </Button>
        ) : null}
        <ActionStatus action={form} />
      </div>
    </>
  );
}

const isStatus = (error: unknown, status: number) => error instanceof ApiError && error.statusCode === status;
