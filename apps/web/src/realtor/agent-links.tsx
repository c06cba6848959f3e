import type { AgentLink, AgentLinks, RealtorAnswer } from '@maru/contract';
import { ApiError } from '@maru/contract/client';
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { UserText } from '../contact/user-text.tsx';
import { useWords } from '../i18n/words.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { whyFailed } from '../ui/why-failed.ts';

/** Feed agents with the license of the realtor's profile. A code sent to the agent's email address in the feed links them. */
export function AgentLinksSection({ realtor }: { realtor: RealtorAnswer }) {
  const words = useWords();
  const { t } = words;
  const { client } = useRouter().options.context;
  const queries = useQueryClient();
  const { realtorId: id, version } = realtor;
  const own = queryOptions({
    // Another version may have another license.
    queryKey: ['agent-links', id, version],
    queryFn: ({ signal }) => client.listAgentLinks({ params: { id }, signal }),
    placeholderData: keepPreviousData,
  });
  const { data: links, error } = useQuery(own);
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
            <OneLink
              realtorId={id}
              link={one}
              onChange={(now) => void queries.setQueryData(own.queryKey, now)}
            />
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
  const words = useWords();
  const { t } = words;
  const { client } = useRouter().options.context;
  const { agentId, state, code, broker } = link;
  const isForBroker = state === 'other' || (state === 'none' && code !== 'possible');
  const [isSent, setSent] = useState(link.codeExpiresAt !== null);
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState<string>();
  const [said, setSaid] = useState<{ isBad: boolean; text: string }>();
  const [isBusy, setBusy] = useState(false);
  const params = { id: realtorId };

  /** @param tooMany Message for 429; by default the server's, which says how long to wait. */
  const attempt = async (work: () => Promise<string | undefined>, tooMany?: string) => {
    setBusy(true);
    setWrong(undefined);
    setSaid(undefined);
    try {
      const text = await work();
      if (text !== undefined) setSaid({ isBad: false, text });
    } catch (error) {
      const status = error instanceof ApiError ? error.statusCode : 0;
      if (status === 400) setWrong(t('realtor.links.wrong'));
      else if (status === 410) setSaid({ isBad: true, text: t('realtor.links.expired') });
      else setSaid({ isBad: true, text: (status === 429 && tooMany) || whyFailed(error, words) });
    } finally {
      setBusy(false);
    }
  };
  const send = () =>
    attempt(async () => {
      await client.sendLinkCode({ params, body: { agentId } });
      setSent(true);
      return t('realtor.links.sent');
    }, t('realtor.links.too_many'));
  const prove = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() === '') return setWrong(t('reason.missing'));
    void attempt(async () => {
      onChange(await client.proveAgentLink({ params, body: { agentId, code: typed.trim().slice(0, 40) } }));
      setSent(false);
      setTyped('');
      return undefined;
    });
  };
  const unlink = () =>
    attempt(async () => {
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
        <form noValidate onSubmit={prove} className="mt-3 max-w-[24rem]">
          <Field
            label={t('realtor.links.code')}
            error={wrong}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Button variant="primary" className="mt-3" type="submit" disabled={isBusy}>
            {t('realtor.links.prove')}
          </Button>
        </form>
      ) : null}
      <p className="mt-3 flex flex-wrap items-center gap-3">
        {state === 'none' && code === 'possible' ? (
          <Button size="medium" disabled={isBusy} onClick={() => void send()}>
            {t(isSent ? 'realtor.links.send_again' : 'realtor.links.send')}
          </Button>
        ) : null}
        {state === 'own' ? (
          <Button size="medium" disabled={isBusy} onClick={() => void unlink()}>
            {t('realtor.links.unlink')}
          </Button>
        ) : null}
        <span role="status" className={said?.isBad === true ? 'text-bad' : 'text-quiet'}>
          {said?.text}
        </span>
      </p>
    </>
  );
}
