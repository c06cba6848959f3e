import type { StandardStatus } from '@maru/listing';
import type { MessageKey } from '@maru/words';
import type { Words } from '../../i18n/words.tsx';
import type { LocalText } from '../facts/lookup.ts';

/** The lookup messages of statuses. Named one by one, so that pages without a home's facts load no other lookup messages. */
const STATUS_WORDS: Record<Exclude<StandardStatus, 'Active' | 'Closed'>, MessageKey> = {
  'Active Under Contract': 'lookup.active_under_contract',
  Canceled: 'lookup.canceled',
  'Coming Soon': 'lookup.coming_soon',
  Delete: 'lookup.delete',
  Expired: 'lookup.expired',
  Hold: 'lookup.hold',
  Incomplete: 'lookup.incomplete',
  Pending: 'lookup.pending',
  Withdrawn: 'lookup.withdrawn',
};

/** The text of a status: an active rental is not "for sale". A status outside RESO is shown as reported. */
export function statusText(status: string, searchType: 'sale' | 'rent', { t, locale }: Words): LocalText {
  if (status === 'Active')
    return { text: t(searchType === 'rent' ? 'status.rent_active' : 'status.sale_active') };
  if (status === 'Closed') return { text: t(`card.sold_${searchType}`) };
  const key = STATUS_WORDS[status as keyof typeof STATUS_WORDS];
  if (key !== undefined) return { text: t(key) };
  return locale === 'en' ? { text: status } : { text: status, lang: 'en' };
}
