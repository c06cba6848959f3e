/** A link within a sentence to a source outside the site. Sources are named in English. */
export function SourceLink({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      lang="en"
      className="underline underline-offset-4"
    >
      {children}
    </a>
  );
}
