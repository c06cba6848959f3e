/** Domains of one provider that have the same mailboxes, and the name that stands for them. */
const SAME_DOMAIN: Record<string, string> = {
  'googlemail.com': 'gmail.com',
  // https://support.apple.com/118230: who has an address at mac.com or me.com has the same name at icloud.com.
  'me.com': 'icloud.com',
  'mac.com': 'icloud.com',
  // https://proton.me/support/addresses-and-aliases: the personal address of an account at each of Proton's domains.
  'protonmail.com': 'proton.me',
  'protonmail.ch': 'proton.me',
  'pm.me': 'proton.me',
};
/** yahoo.com, yahoo.co.uk … and the other domains of Yahoo Mail. */
const YAHOO = /^(yahoo\.[a-z]{2,3}(\.[a-z]{2})?|ymail\.com|rocketmail\.com|myyahoo\.com)$/;

/**
 * The mailbox behind the spellings of an address: lower case, without what follows a plus sign, and by the rules of large
 * providers, so that spellings do not multiply its budget.
 */
export function mailboxOf(email: string): string {
  const [, local = email, given = ''] = /^(.*)@([^@]*)$/.exec(email.toLowerCase()) ?? [];
  const domain = SAME_DOMAIN[given] ?? given;
  const name = local.replace(/(?<=.)\+.*$/, '');
  return `${nameAt(domain, name)}@${domain}`;
}

function nameAt(domain: string, name: string): string {
  // https://support.google.com/mail/answer/7436150: dots do not matter.
  if (domain === 'gmail.com') return name.replaceAll('.', '');
  // Disposable addresses are `name-keyword` (help.yahoo.com, AddressGuard); a name of Yahoo has no hyphen itself.
  if (YAHOO.test(domain)) return name.replace(/(?<=.)-.*$/, '');
  return name;
}
