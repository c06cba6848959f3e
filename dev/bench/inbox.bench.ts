import { createHash } from 'node:crypto';
import { Store } from '@maru/store';
import { createTestDatabase } from '@maru/store/testing';
import { type BenchRow, timesOf } from './row.ts';

const SMALL = 1_000;
const RUNS = 40;
const AT_ONCE = 20_000;
const NOW = '2026-11-21T12:00:00Z';
/** Of the five hundredth sender. */
const NAME = createHash('md5').update('500').digest('hex').slice(0, 5);

/**
 * The first page of a realtor's inbox with so many contacts, all of them to this one realtor, beside the same page with a
 * thousand: whole, of one state, and found by words. With it the numbers of a quarter of a year, and the list of agents
 * with as many agents as one in ten contacts.
 */
export async function inboxRows({ size = 100_000 } = {}): Promise<BenchRow[]> {
  const [few, many] = [await measured(SMALL), await measured(size)];
  return Object.entries(many).map(([name, ours]) => {
    const before = few[name as keyof typeof few];
    return {
      name: `${name}, ${size.toLocaleString('en-US')} contacts · ${SMALL.toLocaleString('en-US')}`,
      ours: ours.median,
      baseline: before.median,
      ratio: before.median / ours.median,
      oursBest: ours.min,
      baselineBest: before.min,
      unit: 'ms' as const,
      // At most three times as long (issue 9).
      ...(name.startsWith('inbox') ? { atLeast: 1 / 3 } : {}),
    };
  });
}

async function measured(size: number) {
  const database = await createTestDatabase();
  const store = await Store.open({ databaseUrl: database.databaseUrl });
  try {
    await fill(store, size);
    const box = { realtorId: 'r0' };
    const limit = 21;
    return {
      'inbox, first page': await timesOf(() => store.contacts.list({ box, limit }), RUNS),
      'inbox, first page of new ones': await timesOf(
        () => store.contacts.list({ box, state: 'new', limit }),
        RUNS,
      ),
      'inbox, found by a name': await timesOf(
        // As a name is looked for: its beginning, which few others have.
        () => store.contacts.list({ box, text: NAME, limit }),
        RUNS,
      ),
      'how soon one answers': await timesOf(() => store.contacts.responseTimes(['r0'], new Date(NOW)), RUNS),
      'agents, first page of a place': await timesOf(
        () => store.agents.list({ place: 'irvine-ca', languages: ['ko'], limit: 20 }),
        RUNS,
      ),
    };
  } finally {
    await store.close();
    await database.drop();
  }
}

/** Contacts of ten years to one realtor, one in forty of them new, and agents of a hundred places. */
async function fill(store: Store, size: number): Promise<void> {
  const { pool } = store;
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    // A connection that says nothing for long is given up.
    for (let from = 1; from <= size; from += AT_ONCE) {
      const to = Math.min(size, from + AT_ONCE - 1);
      await client.query(
        `insert into contact (contact_id, name, email, message, locale, slots, notices, recipient_role, recipient_name,
         recipient_email, realtor_id, state, answered_at, created_at, updated_at)
       select md5(n::text), substr(md5(n::text), 1, 6) || ' Kim', 'sender' || n || '@example.com', 'Could I see it on Saturday at ' || n % 12 || '?',
         'en', '[]', '{}', 'realtor', 'Jane Kim', 'jane@example.com', 'r0', case when n % 40 = 0 then 'new' else 'closed' end,
         case when n % 40 > 0 then at + interval '3 hours' end, at, at
       from (select n, $2::timestamptz - make_interval(secs => n * 315360000.0 / $1) as at from generate_series($3::int, $4::int) n) c`,
        [size, NOW, from, to],
      );
      await client.query(
        `insert into contact_consent (subject_kind, subject_id, kind, is_accepted, text_version, text, text_hash, locale,
         recipient_name, ip, at)
       select 'contact', md5(n::text), kind, false, 'v1', 'text', 'hash', 'en', 'Jane Kim', '127.0.0.1', $3
       from generate_series($1::int, $2::int) n, unnest(array['call', 'lender', 'marketing']) kind`,
        [from, to, NOW],
      );
    }
    await client.query(
      `insert into agent (agent_id, dataset, member_key, name, name_folded, languages, places, specialties, homes_listed,
         homes_sold, realtor_id)
       select 'a' || n, '', 'a' || n, 'Agent ' || n, 'agent ' || n, case when n % 5 = 0 then array['en', 'ko'] else array['en'] end,
         array[case when n % 100 = 0 then 'irvine-ca' else 'place-' || n % 100 end], '{}', n % 40, 0, 'r' || n
       from generate_series(1, $1::int) n`,
      [Math.max(100, Math.round(size / 10))],
    );
    for (const table of ['contact', 'contact_consent', 'contact_reply', 'letter', 'agent', 'realtor'])
      await client.query(`analyze ${table}`);
    await client.query(`select gin_clean_pending_list('contact_words')`);
  } finally {
    client.release();
  }
}
