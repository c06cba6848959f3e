import type { CompiledMessage } from '@maru/words';
import { WORD_PARTS } from '@maru/words/parts';
import Type from 'typebox';
import { EVERYBODY } from '../api/access.ts';
import type { Route } from '../api/route.ts';

const ONE_PART = `(${WORD_PARTS.join('|')})`;
const LIST_OF_PARTS = `^${ONE_PART}(,${ONE_PART})*$`;

export const siteCalls = {
  ping: {
    method: 'GET',
    path: '/maru/v1/ping',
    access: EVERYBODY,
    inFirstScript: true,
    summary: 'Whether the process answers',
    tag: 'site',
    response: Type.Object({ ok: Type.Literal(true) }),
  },

  /**
   * The messages of one language. `v` is their hash: responses to it may be cached forever. `parts` selects parts, separated by
   * commas; `form=compiled` returns messages that need no parser (`formatCompiled` of @maru/words), as pages use.
   */
  loadTranslation: {
    method: 'GET',
    path: '/maru/v1/translation',
    access: EVERYBODY,
    inFirstScript: true,
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
    response: Type.Object({
      locale: Type.String(),
      version: Type.String(),
      messages: Type.Record(
        Type.String(),
        Type.Unsafe<CompiledMessage>({ anyOf: [{ type: 'string' }, { type: 'array' }] }),
      ),
    }),
  },
} as const satisfies Record<string, Route>;
