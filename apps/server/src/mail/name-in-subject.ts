/**
 * Whether a user's name may be put into a subject line: it contains no URL or host name (`evil.example`, `192.0.2.1`),
 * no email address, no line break and no invisible character. Mail programs turn those into links, and the subject
 * decides what an email looks like.
 */
export function isPlainName(name: string): boolean {
  return !/:\/\/|www[.\uff0e\u3002\uff61]|[\p{L}\p{N}][.\uff0e\u3002\uff61][\p{L}\p{N}]{2}|[@\p{C}\p{Zl}\p{Zp}]/iu.test(
    name,
  );
}
