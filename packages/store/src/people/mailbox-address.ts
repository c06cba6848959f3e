/** Domains of one provider that share mailboxes, with the canonical one. */
const SAME_DOMAIN: Record<string, string> = {
  'googlemail.com': 'gmail.com',
  // https://support.apple.com/118230: mac.com and me.com addresses exist at icloud.com too.
  'me.com': 'icloud.com',
  'mac.com': 'icloud.com',
  // https://proton.me/support/addresses-and-aliases: an account has the same name at each of Proton's domains.
  'protonmail.com': 'proton.me',
  'protonmail.ch': 'proton.me',
  'pm.me': 'proton.me',
};
const YAHOO = /^(yahoo\.[a-z]{2,3}(\.[a-z]{2})?|ymail\.com|rocketmail\.com|myyahoo\.com)$/;

/** Lower case, without a plus suffix, by the rules of large providers, so that variants share one limit. */
export function canonicalMailbox(email: string): string {
  const [, local = email, given = ''] = /^(.*)@([^@]*)$/.exec(email.toLowerCase()) ?? [];
  const domain = SAME_DOMAIN[given] ?? given;
  const name = local.replace(/(?<=.)\+.*$/, '');
  return `${nameAt(domain, name)}@${domain}`;
}

function nameAt(domain: string, name: string): string {
  // https://support.google.com/mail/answer/7436150: dots are ignored.
  if (domain === 'gmail.com') return name.replaceAll('.', '');
  // Disposable addresses are `name-keyword` (help.yahoo.com, AddressGuard); Yahoo names contain no hyphen.
  if (YAHOO.test(domain)) return name.replace(/(?<=.)-.*$/, '');
  return name;
}
