import type { CompiledMessage } from '@maru/words';
import { WORD_PARTS } from '@maru/words/parts';
import Type from 'typebox';
import { CALLS } from './calls.ts';
import { route } from './route.ts';

/** GET /maru/v1/ping */
export const ping = route({
  ...CALLS.ping,
  summary: 'Whether the process answers',
  tag: 'site',
  answer: Type.Object({ ok: Type.Literal(true) }),
});

const ONE_PART = `(${WORD_PARTS.join('|')})`;
const LIST_OF_PARTS = `^${ONE_PART}(,${ONE_PART})*$`;

/**
 * GET /maru/v1/translation: the words of one language; `v` is their hash, so that they may be kept for ever. `parts` asks for
 * some of them, with commas between, and `form=compiled` for what needs no parser to be worded (`formatCompiled` of @maru/words): what
 * pages do.
 */
export const loadTranslation = route({
  ...CALLS.loadTranslation,
  summary: 'The words of one language',
  tag: 'site',
  query: Type.Object({
    locale: Type.Enum(['en', 'ko', 'en-US', 'ko-KR']),
    v: Type.Optional(Type.String({ maxLength: 40 })),
    parts: Type.Optional(Type.String({ pattern: LIST_OF_PARTS, maxLength: 300, examples: ['site,homes'] })),
    form: Type.Optional(
      Type.Enum(['icu', 'compiled'], {
        description:
          '`icu` (default): the texts; `compiled`: arrays in place of those that have placeholders',
      }),
    ),
  }),
  answer: Type.Object({
    locale: Type.String(),
    version: Type.String(),
    messages: Type.Record(
      Type.String(),
      Type.Unsafe<CompiledMessage>({ anyOf: [{ type: 'string' }, { type: 'array' }] }),
    ),
  }),
});
