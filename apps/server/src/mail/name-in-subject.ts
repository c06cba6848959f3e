/**
 * Whether a name that somebody typed may stand in a subject: no address of a page (with a scheme, `www.`, or a word like
 * `evil.example` or `192.0.2.1`), no e-mail address, no line break or invisible sign. Programs make links of those, and the
 * subject is what makes a letter look like another one.
 */
export function isPlainName(name: string): boolean {
  return !/:\/\/|www[.\uff0e\u3002\uff61]|[\p{L}\p{N}][.\uff0e\u3002\uff61][\p{L}\p{N}]{2}|[@\p{C}\p{Zl}\p{Zp}]/iu.test(
    name,
  );
}
