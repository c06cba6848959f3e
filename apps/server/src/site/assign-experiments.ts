import { createHash } from 'node:crypto';

/**
 * Assigns experiment variants by a hash of visitor and experiment: stable without storage, equal on every node and
 * independent between experiments.
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
