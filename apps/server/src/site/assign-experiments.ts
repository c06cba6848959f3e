import { createHash } from 'node:crypto';

/**
 * Which form of each experiment a visitor sees: by a hash of both, so that it stays without being kept anywhere, is the
 * same on every node, and one experiment says nothing of another.
 */
export function assignExperiments(
  experiments: Readonly<Record<string, readonly string[]>>,
  visitor: string,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(experiments).map(([name, forms]) => {
      const draw = createHash('sha256').update(`${name} ${visitor}`).digest().readUInt32BE(0);
      return [name, forms[draw % forms.length] as string];
    }),
  );
}
