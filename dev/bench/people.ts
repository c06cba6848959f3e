import type { Store } from '@maru/store';

/** Rows per insert: a connection that is silent for long is closed. */
const AT_ONCE = 20_000;

/**
 * The SQL that fills each table, over `generate_series($1, $2) n`; `$3`: total rows, `$4`: now. `share`: of the size.
 */
const TABLES: readonly { share: number; sql: string }[] = [
  {
    share: 1,
    sql: `insert into contact (contact_id, sender_user_id, name, email, message, locale, slots, notices, recipient_role,
      recipient_name, recipient_email, realtor_id, state, answered_at, created_at, updated_at)
    select md5(n::text), case when n % 3 = 0 then 'u' || n end, substr(md5(n::text), 1, 6) || ' Kim', 'sender' || n || '@example.com',
      'Could I see it on Saturday at ' || n % 12 || '?', 'en', '[]', '{}', 'realtor', 'Jane Kim', 'jane@example.com', 'r0',
      case when n % 40 = 0 then 'new' else 'closed' end, case when n % 40 > 0 then at + interval '3 hours' end, at, at
    from OVER_TEN_YEARS`,
  },
  {
    share: 1,
    sql: `insert into contact_consent (subject_kind, subject_id, kind, is_accepted, text_version, text, text_hash, locale,
      recipient_name, ip, at)
    select 'contact', md5(n::text), kind, false, 'v1', 'text', 'hash', 'en', 'Jane Kim', '127.0.0.1', at
    from OVER_TEN_YEARS, unnest(array['call', 'lender', 'marketing']) kind`,
  },
  {
    share: 1,
    sql: `insert into letter (letter_id, kind, subject_id, locale, to_email, created_at, queued_at, sent_at, failed_at, failure)
    select 'l' || n, 'contact-received', md5(n::text), 'en', 'jane@example.com', at, at,
      case when n % 5000 > 0 then at end, case when n % 5000 = 0 then at end, case when n % 5000 = 0 then 'out of attempts' end
    from OVER_TEN_YEARS`,
  },
  {
    share: 1,
    sql: `insert into account (user_id, role, name, email, email_verified, locale, created_at, updated_at)
    select 'u' || n, case when n % 10 = 0 then 'realtor' when n % 100000 = 1 then 'admin' else 'user' end,
      case when n % 500 = 0 then 'Minji ' else '' end || substr(md5(n::text), 1, 7),
      case when n = 7 then 'a@example.com' else 'person' || n || '@example.com' end, true, 'ko', at, at
    from OVER_TEN_YEARS`,
  },
  {
    share: 1,
    sql: `insert into audit_log (at, actor_id, action, subject)
    select at, case when n % 400 = 0 then 'x' else 'u' || n end,
      case when n % 300000 = 3 then 'job.retry'
        else (array['session.start', 'session.end', 'contact.read', 'account.create', 'word.change'])[1 + n % 5] end,
      case when n % 400 = 1 then 'x' else md5(n::text) end
    from OVER_TEN_YEARS`,
  },
  {
    share: 0.1,
    sql: `insert into agent (agent_id, dataset, member_key, name, name_folded, license_number, license_state, languages, places,
      specialties, homes_listed, homes_sold, realtor_id)
    select 'a' || n, '', 'a' || n, 'Agent ' || n, 'agent ' || n, lpad(n::text, 8, '0'), 'CA',
      case when n % 5 = 0 then array['en', 'ko'] else array['en'] end,
      array[case when n % 100 = 0 then 'irvine-ca' else 'place-' || n % 100 end], '{}', n * 31 % 43, 0, 'r' || n
    from OVER_TEN_YEARS`,
  },
  {
    share: 0.1,
    sql: `insert into realtor (realtor_id, user_id, name, license_number, license_state, broker_name, email, languages, places,
      specialties, verification, created_at, updated_at)
    select 'r' || n, 'u' || n * 10, 'Agent ' || n, lpad(n::text, 8, '0'), 'CA', 'Oak Realty', 'agent' || n || '@example.com',
      '{en}', array['place-' || n % 100], '{}', case when n % 500 = 0 then 'pending' else 'verified' end, at, at
    from OVER_TEN_YEARS`,
  },
  {
    share: 0.1,
    sql: `insert into realtor_video (owner_id, youtube_id, video_id, realtor_id, places, terms, state, created_at)
    select 'r' || n, 'video' || n, 'v' || n, 'r' || n, array['place-' || n % 100], '{}',
      case when n % 500 = 0 then 'pending' else 'published' end, at
    from OVER_TEN_YEARS`,
  },
  {
    share: 0.1,
    sql: `insert into review (review_id, kind, subject_kind, subject_id, findings, created_at, closed_at)
    select 'w' || n, (array['fair_housing', 'payment', 'report', 'video'])[1 + n % 4], 'contact', md5(n::text), '[]', at,
      case when n % 100 > 0 then at + interval '1 hour' end
    from OVER_TEN_YEARS`,
  },
  {
    share: 0.1,
    sql: `insert into listing_report (report_id, home_id, reason, message, locale, state, answer_by, created_at)
    select 'p' || n, 'home' || n, 'wrong_facts', 'It has two bedrooms.', 'en', case when n % 100 = 0 then 'new' else 'closed' end,
      at, at
    from OVER_TEN_YEARS`,
  },
  {
    share: 0.1,
    sql: `insert into take_down (take_down_id, home_id, reason, asked_by, asked_at, done_at, done_by, lifted_at)
    select 't' || n, 'home' || n, 'owner_request', 'The owner', at, at, 'u1', case when n % 10 > 0 then at end
    from OVER_TEN_YEARS`,
  },
  {
    share: 0.1,
    sql: `insert into quarantine (dataset, quarantine_key, listing_key, reason, raw, first_seen_at, last_seen_at)
    select 'kc', 'q' || n, 'k' || n, 'StandardStatus: "Nonsense"', '{}', at, at from OVER_TEN_YEARS`,
  },
  {
    share: 0.1,
    sql: `insert into word_history (locale, key, message, actor_id, at)
    select 'en', case when n % 100 = 0 then 'nav.buy' else 'key.' || n end, 'Buy', 'u1', at from OVER_TEN_YEARS`,
  },
];

/** `n` at even steps over ten years, newest first. */
const OVER_TEN_YEARS = `(select n, $4::timestamptz - make_interval(secs => n * 315360000.0 / $3) as at
  from generate_series($1::int, $2::int) n) s`;

/**
 * Fills the store with `size` contacts (all to one realtor, one in forty new), accounts, emails and log entries, and
 * a tenth as many agents, realtors, videos, reviews and reports, over ten years. Deterministic and generated in the
 * database.
 */
export async function fillPeople(
  { pool }: Pick<Store, 'pool'>,
  { size, now }: { size: number; now: string },
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0; set synchronous_commit = off');
    for (const { share, sql } of TABLES) {
      const all = Math.max(100, Math.round(size * share));
      const text = sql.replace('OVER_TEN_YEARS', OVER_TEN_YEARS);
      for (let from = 1; from <= all; from += AT_ONCE) {
        await client.query(text, [from, Math.min(all, from + AT_ONCE - 1), all, now]);
      }
    }
    await client.query('vacuum analyze');
  } finally {
    client.release();
  }
}
