import { CommandError } from '../commands/command-error.ts';

/** Maximum size of a feature, whose text is held in memory. */
const MAX_FEATURE_BYTES = 64 * 2 ** 20;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/**
 * Streams the features of a GeoJSON file of any size: a FeatureCollection, or one feature per line. Features are found
 * by brace depth and `"type": "Feature"`.
 * @throws CommandError when the text is not JSON or ends within a feature
 */
export async function* readFeatures(chunks: AsyncIterable<Buffer>): AsyncGenerator<unknown> {
  let depth = 0;
  let isInText = false;
  let isEscaped = false;
  let depthOfFeatures: number | undefined;
  let parts: Buffer[] = [];
  let size = 0;
  let isBegun = false;
  for await (const chunk of chunks) {
    // Start of the current feature in this chunk; -1: none.
    let from = parts.length > 0 ? 0 : -1;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] as number;
      if (isInText) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) isInText = false;
        continue;
      }
      if (byte === QUOTE) isInText = true;
      else if (byte === OPEN) {
        if (!isBegun) {
          isBegun = true;
          // The first object is either the collection or, with one per line, a feature.
          depthOfFeatures = isCollection(chunk.subarray(at, at + 4_096).toString('utf8')) ? 2 : 1;
        }
        depth += 1;
        if (depth === depthOfFeatures && from < 0) from = at;
      } else if (byte === CLOSE) {
        depth -= 1;
        if (depth < 0) throw new CommandError('Invalid JSON: unbalanced braces.');
        if (depth === (depthOfFeatures ?? 0) - 1 && from >= 0) {
          parts.push(chunk.subarray(from, at + 1));
          const text = Buffer.concat(parts).toString('utf8');
          parts = [];
          size = 0;
          from = -1;
          yield parseFeature(text);
        }
      } else if (!isBegun && byte > 0x20 && byte !== 0xef && byte !== 0xbb && byte !== 0xbf) {
        throw new CommandError('Invalid GeoJSON: it does not start with {.');
      }
    }
    if (from >= 0) {
      parts.push(chunk.subarray(from));
      size += chunk.length - from;
      if (size > MAX_FEATURE_BYTES) throw new CommandError('Invalid GeoJSON: a feature has more than 64 MB.');
    }
  }
  if (!isBegun) throw new CommandError('The file is empty.');
  if (depth !== 0) throw new CommandError('The file ends within a feature: it is truncated.');
}

/** A collection declares its type before its features; other members (name, crs, metadata) may come first. */
function isCollection(start: string): boolean {
  return /"type"\s*:\s*"FeatureCollection"|"features"\s*:/.test(start);
}

/** Undefined for other objects, such as `crs`. */
function parseFeature(text: string): unknown {
  try {
    const value = JSON.parse(text) as { type?: unknown };
    return value.type === 'Feature' ? value : undefined;
  } catch {
    throw new CommandError(`Invalid JSON near: ${text.slice(0, 80)}`);
  }
}
