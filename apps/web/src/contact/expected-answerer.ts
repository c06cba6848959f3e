import type { Answerer, HomeAnswer } from '@maru/contract';

/**
 * Who will answer for a home, as far as its record tells: its listing agent, else the broker who advertises it. Only the API
 * knows (rule R17), and its word is what is shown; by this one the page keeps as much room as the answer will take.
 */
export function expectedAnswerer({ listing, source }: HomeAnswer): Answerer {
  const unknown = { recipientId: '', nameKo: null, byMailOnly: true };
  const { advertisingBroker: broker } = source;
  return listing.listAgentFullName === null
    ? {
        ...unknown,
        role: 'advertising_broker',
        name: broker.name,
        licenseNumber: broker.licenseNumber,
        licenseState: null,
        brokerName: broker.name,
      }
    : {
        ...unknown,
        role: 'listing_agent',
        name: listing.listAgentFullName,
        licenseNumber: listing.listAgentStateLicense,
        licenseState: listing.stateOrProvince,
        brokerName: listing.listOfficeName,
      };
}
