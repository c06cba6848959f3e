-- One home for many listings, listings that go on under another key, datasets that are hidden or ended, feeds that
-- more than one node reads. Safe beside the version that knows only 0001: it writes none of these columns, and what
-- it writes is read here as "not yet known".

-- Everything that the listing's home is known by, as written to home_identity (HomeIdentity.keys of @maru/listing).
-- Empty in rows that the previous version wrote: home_key is then the only one.
ALTER TABLE listing ADD COLUMN home_keys text[] NOT NULL DEFAULT '{}';
-- The newest stamp of the provider (sourceModifiedAt) that came with the listing, also when nothing else was new:
-- a row with an older one is out of order and does not overwrite. Null: modified_at.
ALTER TABLE listing ADD COLUMN stamped_at timestamptz;
-- A listing under a new key has the number of the one under the old key.
CREATE INDEX listing_number ON listing (dataset, listing_id);

-- A home that turned out to be another one leads there; the older id stays. Always the last one, never a chain.
ALTER TABLE known_home ADD COLUMN merged_into text;
CREATE INDEX known_home_merged ON known_home (merged_into) WHERE merged_into IS NOT NULL;

-- A listing whose key the provider changed: the same listing, its ledger and its days go on.
CREATE TABLE listing_alias (
  dataset text NOT NULL,
  -- The old key.
  listing_key text NOT NULL,
  current_key text NOT NULL,
  aliased_at timestamptz NOT NULL,
  PRIMARY KEY (dataset, listing_key)
);

-- A row of the ledger that proved to be wrong (the listing had not left, it only had another key): kept, not shown.
ALTER TABLE listing_history ADD COLUMN voided_at timestamptz;
-- A row's permanent address is its dataset and this number.
CREATE INDEX listing_history_number ON listing_history (history_id);

-- The licence is lost, or the feed has been silent for longer than display.maxStaleHours.
ALTER TABLE dataset ADD COLUMN hidden_reason text;
ALTER TABLE dataset ADD COLUMN hidden_since timestamptz;
ALTER TABLE dataset ADD COLUMN stale_since timestamptz;
ALTER TABLE dataset ADD COLUMN is_hidden boolean
  GENERATED ALWAYS AS (hidden_reason IS NOT NULL OR stale_since IS NOT NULL) STORED;
-- Homes are refreshed in batches after the above changed: the last listing key that is done; null when all are.
ALTER TABLE dataset ADD COLUMN sweep_after text;

-- A dataset that was purged: only its sequence stays, so that readers behind it learn what is gone and a dataset
-- of that name that comes again does not count from 1.
ALTER TABLE feed_state ADD COLUMN purged_at timestamptz;

-- By which version of the reading code the record was last found unreadable.
ALTER TABLE quarantine ADD COLUMN read_by text;

-- The last walk over all keys of a feed: what it missed counts as one strike, also over a restart.
CREATE TABLE key_walk (
  dataset text PRIMARY KEY,
  walked_at timestamptz NOT NULL,
  theirs integer NOT NULL,
  ours integer NOT NULL,
  shrinking_since timestamptz,
  missing text[] NOT NULL
);
-- What came and went lately; rows come in the order of this time.
CREATE INDEX listing_history_seen ON listing_history USING brin (seen_time);
