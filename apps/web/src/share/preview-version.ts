import type { Locale } from '@maru/words';

/** The preview of all homes for sale. A separate file: the front page's script does not need the query codec. */
export function frontPreviewPath(total: number, locale: Locale): string {
  return `/og/${locale}/search.jpg?searchType=sale&v=${hashVersion(String(total))}`;
}

/** FNV-1a, 32 bits. */
export function hashVersion(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}
