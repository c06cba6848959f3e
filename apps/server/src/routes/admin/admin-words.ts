import type { WordAnswer } from '@maru/contract';
import type { WordChange } from '@maru/store';
import type { Locale, MessageKey } from '@maru/words';
import { isLockedWord, wordProblems } from '@maru/words/editing';
import { CATALOGUES } from '@maru/words/server';
import type { FastifyInstance } from 'fastify';
import { isoDates } from '../../http/answer-values.ts';
import { ApiError, invalidRequest, notFoundAt } from '../../http/api-error.ts';
import { askedVersion, stale } from '../../http/conditional-request.ts';
import { formatCursor, parseCursor } from '../../http/cursor.ts';
import { serve } from '../../http/serve.ts';
import type { Parts } from '../../parts.ts';

const PAGE_SIZE = 50;
const KEYS = Object.keys(CATALOGUES.en).sort() as MessageKey[];

/** The messages of the site in both languages: finding, editing and resetting them. */
export function registerAdminWordRoutes(
  app: FastifyInstance,
  { store, content, now }: Pick<Parts, 'store' | 'content' | 'now'>,
): void {
  serve(app, 'listWords', async ({ query }) => {
    const { q, group, state, cursor, limit = PAGE_SIZE } = query;
    const after = parseCursor(cursor, ['string'])?.[0] ?? '';
    const changes = indexChanges(await store.wordChanges.list());
    const asked = q?.trim().normalize('NFC').toLowerCase();
    const all = KEYS.filter((key) => group === undefined || key.startsWith(`${group}.`))
      .map((key) => wordAnswer(key, changes))
      .filter((word) => isAsked(word, asked) && isIn(word, state));
    const rest = all.filter(({ key }) => key > after);
    const items = rest.slice(0, limit);
    const last = items.at(-1);
    return {
      items,
      ...(rest.length > limit && last !== undefined ? { next: formatCursor([last.key]) } : {}),
      total: all.length,
      groups: GROUPS,
    };
  });

  serve(app, 'saveWord', async (request) => {
    const key = loadKey(request.params.id, request.url);
    if (isLockedWord(key)) throw new ApiError(403, 'forbidden');
    const { locale, message } = request.body;
    const changes = indexChanges(await store.wordChanges.list());
    const text = message === null ? null : message.normalize('NFC');
    const bundled = CATALOGUES[locale][key];
    if (text !== null) {
      const english = locale === 'en' ? text : findCurrent('en', key, changes);
      const [problem] = wordProblems({ locale, key, text, bundled, english });
      if (problem !== undefined) {
        const reason =
          problem.fault === 'empty' ? 'missing' : problem.fault === 'too_long' ? 'too_long' : 'malformed';
        throw invalidRequest([{ field: 'message', reason }]);
      }
    }
    const saved = await store.wordChanges.save(
      {
        locale,
        key,
        // The bundled text itself is no change.
        message: text === bundled ? null : text,
        bundled,
        other: findCurrent(locale === 'en' ? 'ko' : 'en', key, changes),
      },
      { actorId: request.caller.userId, version: askedVersion(request), now: new Date(now()) },
    );
    if (saved === 'stale') throw stale();
    await content.lookAgain();
    return wordAnswer(key, indexChanges(await store.wordChanges.list()));
  });

  serve(app, 'listWordHistory', async ({ params, url }) => {
    const key = loadKey(params.id, url);
    const rows = await store.wordChanges.history(key);
    const names = await store.desk.findNames(rows.map((row) => row.actorId));
    return {
      items: rows.map((row) => ({ ...isoDates(row), actorName: names.get(row.actorId) ?? null })),
    };
  });
}

/** First segments of the keys, those with the most messages first. */
const GROUPS = [...Map.groupBy(KEYS, (key) => key.split('.')[0]!)]
  .map(([name, keys]) => ({ name, count: keys.length }))
  .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));

type Changes = ReadonlyMap<string, WordChange>;

const formatName = (locale: Locale, key: string) => `${locale} ${key}`;
const indexChanges = (changes: readonly WordChange[]): Changes =>
  new Map(changes.map((one) => [formatName(one.locale, one.key), one]));

function findCurrent(locale: Locale, key: MessageKey, changes: Changes): string {
  return changes.get(formatName(locale, key))?.message ?? CATALOGUES[locale][key];
}

/** @throws ApiError 404 for a key that the site does not have */
function loadKey(id: string, url: string): MessageKey {
  if (!Object.hasOwn(CATALOGUES.en, id)) {
    throw notFoundAt(url);
  }
  return id as MessageKey;
}

function wordAnswer(key: MessageKey, changes: Changes): WordAnswer {
  const side = (locale: Locale): WordAnswer['en'] => {
    const change = changes.get(formatName(locale, key));
    const bundled = CATALOGUES[locale][key];
    const other = findCurrent(locale === 'en' ? 'ko' : 'en', key, changes);
    const isChanged = change !== undefined && change.message !== null;
    return {
      bundled,
      message: change?.message ?? null,
      version: change?.version ?? 0,
      changedAt: change?.changedAt.toISOString() ?? null,
      // English leads: a Korean edit is stale when the English message has changed since.
      isStale: isChanged && (change.bundled !== bundled || (locale === 'ko' && change.other !== other)),
    };
  };
  return { key, isLocked: isLockedWord(key), en: side('en'), ko: side('ko') };
}

function isAsked({ key, en, ko }: WordAnswer, asked: string | undefined): boolean {
  if (asked === undefined || asked === '') return true;
  const texts = [key, en.bundled, en.message ?? '', ko.bundled, ko.message ?? ''];
  return texts.some((text) => text.toLowerCase().includes(asked));
}

function isIn({ en, ko }: WordAnswer, state: 'changed' | 'missing' | 'stale' | undefined): boolean {
  const isChanged = [en, ko].map((side) => side.message !== null);
  switch (state) {
    case undefined:
      return true;
    case 'changed':
      return isChanged.includes(true);
    case 'missing':
      return isChanged.includes(true) && isChanged.includes(false);
    case 'stale':
      return en.isStale || ko.isStale;
  }
}
