import { adminDetailCalls } from '../admin/admin-detail.ts';
import { adminSiteCalls } from '../admin/admin-site.ts';
import { reviewCalls } from '../admin/review.ts';
import { districtCalls } from '../homes/district.ts';
import { homeCalls } from '../homes/home.ts';
import { marketCalls } from '../homes/market.ts';
import { parseCalls } from '../homes/parse.ts';
import { sourceCalls } from '../homes/source.ts';
import { surroundingsCalls } from '../homes/surroundings.ts';
import { authCalls } from '../people/auth.ts';
import { savedCalls } from '../people/saved.ts';
import { shortlistCalls } from '../people/shortlist.ts';
import { userCalls } from '../people/user.ts';
import { agentCalls } from '../realtors/agent.ts';
import { agentLinkCalls } from '../realtors/agent-link.ts';
import { realtorCalls } from '../realtors/realtor.ts';
import { realtorContactsCalls } from '../realtors/realtor-contacts.ts';
import { realtorYoutubeCalls } from '../realtors/realtor-youtube.ts';
import { siteCalls } from '../site/site.ts';

/** Every API call by the name that the client gives it, in the order of the documentation. */
export const ROUTES = {
  ...homeCalls,
  ...parseCalls,
  ...surroundingsCalls,
  ...districtCalls,
  ...marketCalls,
  ...sourceCalls,
  ...siteCalls,
  ...shortlistCalls,
  ...agentCalls,
  ...realtorCalls,
  ...agentLinkCalls,
  ...realtorContactsCalls,
  ...realtorYoutubeCalls,
  ...reviewCalls,
  ...authCalls,
  ...userCalls,
  ...savedCalls,
  ...adminDetailCalls,
  ...adminSiteCalls,
};
export type CallName = keyof typeof ROUTES;
