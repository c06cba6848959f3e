import { CommandError } from '../commands/command-error.ts';

/** A feature that is larger is no feature of any agency; the text of one is held whole. */
const MOST_FEATURE_BYTES = 64 * 2 ** 20;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/**
 * The features of a GeoJSON text one by one, however long it is: a FeatureCollection, or one feature a line. Found by their
 * braces: every object that says `"type": "Feature"` at the depth where features stand.
 *
 * @throws CommandError for a text that is no JSON or ends within a feature.
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
    // Where the feature that is being read begins in this chunk; -1: none is.
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
          // The first object is the collection, or the first of the features that stand one a line.
          depthOfFeatures = isCollection(chunk.subarray(at, at + 4_096).toString('utf8')) ? 2 : 1;
        }
        depth += 1;
        if (depth === depthOfFeatures && from < 0) from = at;
      } else if (byte === CLOSE) {
        depth -= 1;
        if (depth < 0) throw new CommandError('This is no JSON: a brace too many.');
        if (depth === (depthOfFeatures ?? 0) - 1 && from >= 0) {
          parts.push(chunk.subarray(from, at + 1));
          const text = Buffer.concat(parts).toString('utf8');
          parts = [];
          size = 0;
          from = -1;
          yield parseFeature(text);
        }
      } else if (!isBegun && byte > 0x20 && byte !== 0xef && byte !== 0xbb && byte !== 0xbf) {
        throw new CommandError('This is no GeoJSON: it does not begin with {.');
      }
    }
    if (from >= 0) {
      parts.push(chunk.subarray(from));
      size += chunk.length - from;
      if (size > MOST_FEATURE_BYTES)
        throw new CommandError('A feature has more than 64 MB: this is no GeoJSON.');
    }
  }
  if (!isBegun) throw new CommandError('The file is empty.');
  if (depth !== 0)
    throw new CommandError('The file ends in the middle of a feature: it was not copied whole.');
}

/** A collection says so before its features; what stands before them (name, crs, metadata) is no feature. */
function isCollection(start: string): boolean {
  return /"type"\s*:\s*"FeatureCollection"|"features"\s*:/.test(start);
}

/** Undefined for an object that is no feature, such as `crs`. */
function parseFeature(text: string): unknown {
  try {
    const value = JSON.parse(text) as { type?: unknown };
    return value.type === 'Feature' ? value : undefined;
  } catch {
    throw new CommandError(`This is no JSON near: ${text.slice(0, 80)}`);
  }
}
