const HOSTS = new Set(['youtube.com', 'youtube-nocookie.com', 'youtubekids.com']);
const ID = /^[A-Za-z0-9_-]{11}$/;
/** Paths followed by a video id. */
const BY_PATH = new Set(['embed', 'v', 'e', 'vi', 'shorts', 'live', 'watch']);
/** Paths that redirect, with the parameter that contains the target. */
const LEADING: Record<string, string> = { attribution_link: 'u', oembed: 'url', redirect: 'q' };

/** The video id of any kind of YouTube link, or a bare id; undefined for look-alike hosts, channels and playlists. */
export function findYoutubeId(text: string): string | undefined {
  const given = text.trim();
  if (ID.test(given)) return given;
  if (given.length > 2_000 || /[\s<>"'`\\]/.test(given)) return undefined;
  return findIdInUrl(/^[a-z][a-z0-9+.-]*:/i.test(given) ? given : `https://${given.replace(/^\/\//, '')}`, 2);
}

function findIdInUrl(address: string, depth: number): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.port !== '') return undefined;
  const host = url.hostname.replace(/\.$/, '').replace(/^(?:www|m|music|gaming)\./, '');
  const [first = '', second = ''] = url.pathname.split('/').filter(Boolean);
  if (host === 'youtu.be') return known(first);
  if (!HOSTS.has(host)) return undefined;
  const leading = Object.hasOwn(LEADING, first) ? url.searchParams.get(LEADING[first] as string) : null;
  if (leading !== null) return depth > 0 ? findIdInUrl(new URL(leading, url).href, depth - 1) : undefined;
  if (first === 'watch' && second === '')
    return known(url.searchParams.get('v') ?? url.searchParams.get('vi') ?? '');
  if (BY_PATH.has(first)) return second === 'videoseries' ? undefined : known(second);
  // `youtube.com/?v=…`, an old form.
  return first === '' ? known(url.searchParams.get('v') ?? '') : undefined;
}

function known(id: string): string | undefined {
  return ID.test(id) ? id : undefined;
}
