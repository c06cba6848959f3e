import type { CompiledMessage } from '@maru/words';
import { WORD_PARTS } from '@maru/words/parts';
import Type from 'typebox';
import { EVERYBODY } from '../api/access.ts';
import { get, type Route } from '../api/route.ts';
import { LocaleTag } from '../api/schemas.ts';

const ONE_PART = `(${WORD_PARTS.join('|')})`;
const LIST_OF_PARTS = `^${ONE_PART}(,${ONE_PART})*$`;

export const siteCalls = {
  ping: {
    ...get('/maru/v1/ping', EVERYBODY, 'site'),
    inFirstScript: true,
    summary: 'Health of the process',
    response: Type.Object({ ok: Type.Literal(true) }),
  },

  /**
   * `v` is the hash of the messages: such responses may be cached forever. `form=compiled`: for `formatCompiled` of
   * @maru/words.
   */
  loadTranslation: {
    ...get('/maru/v1/translation', EVERYBODY, 'site'),
    inFirstScript: true,
    summary: 'Messages of one language',
    query: Type.Object({
      locale: LocaleTag,
      v: Type.Optional(Type.String({ maxLength: 40 })),
      parts: Type.Optional(Type.String({ pattern: LIST_OF_PARTS, maxLength: 300, examples: ['site,homes'] })),
      form: Type.Optional(
        Type.Enum(['icu', 'compiled'], {
          description: '`icu` (default): texts; `compiled`: arrays for messages with placeholders',
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
