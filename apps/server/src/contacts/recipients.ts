import { createHash } from 'node:crypto';
import type { Answerer } from '@maru/contract';
import type { DisplayRules } from '@maru/listing/display';
import { formatStreet, homePath } from '@maru/listing/places';
import type { Agent, Contact, ContactRecipient, HomeDetail, NewContact, Realtor } from '@maru/store';
import { findHomeTimeZone } from '../feeds/home-time-zone.ts';
import { ApiError, invalidRequest } from '../http/api-error.ts';
import type { Parts } from '../parts.ts';

type RecipientParts = Pick<Parts, 'store' | 'gazetteer'>;

/** The recipient requested by a visitor. */
export interface ContactTarget {
  agentId?: string;
  realtorId?: string;
  homeId?: string;
}

export interface FoundRecipient {
  recipient: ContactRecipient;
  /** Name from the recipient's profile. */
  nameKo: string | null;
  locale: 'en' | 'ko';
  /** Languages that the recipient speaks; empty when not stated. */
  languages: string[];
  home: NewContact['home'];
}

/** Addresses that mail servers accept; feeds contain others too. */
const EMAIL = /^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\]+\.[A-Za-z]{2,63}$/;

/**
 * Finds who answers (rule R17): a verified realtor of this site; an agent of a feed by email where the dataset's
 * `contactMembers` allows it; else the dataset's advertising broker. For a home its listing agent.
 * @throws ApiError 400 when the target names nobody or two, 404 when it does not exist
 */
export async function findRecipient(target: ContactTarget, parts: RecipientParts): Promise<FoundRecipient> {
  const { agentId, realtorId, homeId } = target;
  if (agentId !== undefined && realtorId !== undefined) {
    throw invalidRequest([{ field: 'realtorId', reason: 'unknown_value' }]);
  }
  if (agentId === undefined && realtorId === undefined && homeId === undefined) {
    throw invalidRequest([{ field: 'agentId', reason: 'missing' }]);
  }
  const { store } = parts;
  const home = homeId === undefined ? undefined : await store.loadHome(homeId);
  if (homeId !== undefined && home === undefined)
    throw new ApiError(404, 'home_not_found', { data: { homeId } });
  const named = home === undefined ? null : toContactHome(home);
  if (realtorId !== undefined) {
    const realtor = await store.realtors.find(realtorId);
    if (realtor?.verification !== 'verified') throw new ApiError(404, 'realtor_not_found');
    return { ...(await toRealtor(realtor, home, parts)), home: named };
  }
  const agent =
    agentId !== undefined ? await store.agents.find(agentId) : await findListingAgent(home, parts);
  if (agent === undefined && agentId !== undefined) throw new ApiError(404, 'agent_not_found');
  const found = agent === undefined ? undefined : await toAgent(agent, home, parts);
  if (found !== undefined) return { ...found, home: named };
  const rules = agent?.rules ?? home?.rules;
  if (rules === undefined || rules === null) throw new ApiError(404, 'agent_not_found');
  return { ...toBroker(rules, agent?.dataset ?? home?.listing.dataset ?? '', home), home: named };
}

/** The recipients for a page of agents; two queries regardless of the number. */
export async function findAnswerers(
  agents: readonly Agent[],
  { store }: Pick<Parts, 'store'>,
): Promise<{ answerers: Answerer[]; realtors: Map<string, Realtor> }> {
  const realtors = await store.realtors.findMany(agents.flatMap((agent) => agent.realtorId ?? []));
  const answerers = agents.map((agent) => {
    const realtor = agent.realtorId === null ? undefined : realtors.get(agent.realtorId);
    if (realtor?.verification === 'verified')
      return toAnswerer(realtorRecipient(realtor, 'realtor'), realtor.nameKo);
    const byMail = memberRecipient(agent, 'agent');
    if (byMail !== undefined) return toAnswerer(byMail);
    if (agent.rules === null) throw new Error(`agent ${agent.agentId} has neither a profile nor a dataset`);
    return toAnswerer(toBroker(agent.rules, agent.dataset).recipient);
  });
  return { answerers, realtors };
}

/** The listing agent of a home, when the feed names one. */
export async function findListingAgent(
  home: HomeDetail | undefined,
  { store }: Pick<Parts, 'store'>,
): Promise<Agent | undefined> {
  const { dataset, listAgentKey } = home?.listing ?? {};
  if (dataset === undefined || listAgentKey === null || listAgentKey === undefined) return undefined;
  return await store.agents.findByMember(dataset, listAgentKey);
}

/** A recipient as shown beside a form, in an email and on a receipt. */
export function toAnswerer(recipient: Contact['recipient'], nameKo: string | null = null): Answerer {
  const { role, name, licenseNumber, licenseState, brokerName, realtorId, agentId, dataset } = recipient;
  const who =
    realtorId !== null
      ? `realtor:${realtorId}`
      : role === 'advertising_broker'
        ? `broker:${dataset}`
        : `agent:${agentId}`;
  // Includes the displayed fields: an agent whose name or role has changed is not the one that was shown.
  const shown = createHash('sha256')
    .update([role, name, licenseNumber, brokerName].join('\n'))
    .digest('hex')
    .slice(0, 12);
  return {
    recipientId: `${who}:${shown}`,
    role,
    name,
    nameKo,
    licenseNumber,
    licenseState,
    brokerName,
    byMailOnly: realtorId === null,
  };
}

async function toAgent(
  agent: Agent,
  home: HomeDetail | undefined,
  parts: RecipientParts,
): Promise<Omit<FoundRecipient, 'home'> | undefined> {
  if (agent.realtorId !== null) {
    const realtor = await parts.store.realtors.find(agent.realtorId);
    if (realtor?.verification === 'verified') return await toRealtor(realtor, home, parts, agent);
  }
  const recipient = memberRecipient(
    agent,
    lists(agent, home) ? 'listing_agent' : 'agent',
    home?.listing.stateOrProvince,
  );
  return recipient === undefined
    ? undefined
    : { recipient, nameKo: null, locale: 'en', languages: agent.languages };
}

async function toRealtor(
  realtor: Realtor,
  home: HomeDetail | undefined,
  { store }: RecipientParts,
  agent?: Agent,
): Promise<Omit<FoundRecipient, 'home'>> {
  const known = agent ?? (home === undefined ? undefined : await findListingAgent(home, { store }));
  const isListing = known !== undefined && known.realtorId === realtor.realtorId && lists(known, home);
  const account = await store.accounts.find(realtor.userId);
  const recipient = realtorRecipient(realtor, isListing ? 'listing_agent' : 'realtor');
  return {
    recipient: { ...recipient, agentId: agent?.agentId ?? null, dataset: agent?.dataset || null },
    nameKo: realtor.nameKo,
    locale: account?.locale ?? 'en',
    languages: [
      ...new Set([...realtor.languages, ...(known?.realtorId === realtor.realtorId ? known.languages : [])]),
    ],
  };
}

function lists(agent: Agent, home: HomeDetail | undefined): boolean {
  if (home === undefined || home.listing.dataset !== agent.dataset) return false;
  return [home.listing.listAgentKey, home.listing.coListAgentKey].includes(agent.memberKey);
}

function realtorRecipient(realtor: Realtor, role: 'realtor' | 'listing_agent'): ContactRecipient {
  const { realtorId, name, email, licenseNumber, licenseState, brokerName } = realtor;
  const license = { licenseNumber, licenseState };
  return { role, name, email, ...license, brokerName, agentId: null, realtorId, dataset: null };
}

function memberRecipient(
  agent: Agent,
  role: 'agent' | 'listing_agent',
  homeState?: string | null,
): ContactRecipient | undefined {
  const { agentId, dataset, name, licenseNumber, brokerName, email, rules } = agent;
  // A listing agent is licensed in the home's state.
  const licenseState = agent.licenseState ?? (role === 'listing_agent' ? (homeState ?? null) : null);
  if (rules?.contactMembers !== true || email === null || !EMAIL.test(email)) return undefined;
  const license = { licenseNumber, licenseState };
  return { role, name, email, ...license, brokerName, agentId, realtorId: null, dataset };
}

function toBroker(rules: DisplayRules, dataset: string, home?: HomeDetail): Omit<FoundRecipient, 'home'> {
  const { name, licenseNumber, licenseState, email } = rules.advertisingBroker;
  return {
    recipient: {
      role: 'advertising_broker',
      name,
      email,
      licenseNumber,
      licenseState: licenseState ?? home?.listing.stateOrProvince ?? null,
      brokerName: name,
      agentId: null,
      realtorId: null,
      dataset,
    },
    nameKo: null,
    locale: 'en',
    languages: [],
  };
}

/** A home as stored with its contact; never more than its page shows. */
export function toContactHome(home: HomeDetail): NonNullable<NewContact['home']> {
  const { listing, card } = home;
  const street = card.addressWithheld ? null : formatStreet(card);
  const label = [street, [listing.city, listing.stateOrProvince].filter(Boolean).join(', ')]
    .filter(Boolean)
    .join(', ');
  return {
    homeId: home.homeId,
    label: label === '' ? null : label.slice(0, 300),
    path: homePath(card),
    timeZone: findHomeTimeZone(listing, home.rules),
  };
}
