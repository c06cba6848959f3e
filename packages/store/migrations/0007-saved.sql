-- What people keep (homes, searches, homes they want to see no more) and what they were told of it. Reference tables like
-- those of accounts: no unique index beside a primary key.

CREATE TABLE saved_home (
  user_id text NOT NULL REFERENCES account ON DELETE CASCADE,
  home_id text NOT NULL,
  saved_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, home_id)
);
CREATE INDEX saved_home_of_home ON saved_home (home_id);

CREATE TABLE hidden_home (
  user_id text NOT NULL REFERENCES account ON DELETE CASCADE,
  home_id text NOT NULL,
  hidden_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, home_id)
);

CREATE TABLE saved_search (
  search_id text COLLATE "C" PRIMARY KEY,
  user_id text NOT NULL REFERENCES account ON DELETE CASCADE,
  -- The page's address without /ko: a saved search is a URL. Kept as it was saved, also when a filter of it is no more.
  path text NOT NULL,
  -- What its owner calls it; null: its words are made of its filters.
  name text,
  -- instant, daily, weekly or off.
  frequency text NOT NULL,
  created_at timestamptz NOT NULL,
  -- Raised with every change, also by the clock of another node: what an index of searches reads again.
  updated_at timestamptz NOT NULL,
  told_at timestamptz
);
CREATE INDEX saved_search_user ON saved_search (user_id, created_at);
CREATE INDEX saved_search_updated ON saved_search (updated_at);

CREATE TABLE alert_settings (
  user_id text PRIMARY KEY REFERENCES account ON DELETE CASCADE,
  -- IANA; letters come between 8 and 21 there.
  time_zone text NOT NULL,
  -- For changes of saved homes: instant, daily, weekly or off.
  homes_frequency text NOT NULL DEFAULT 'daily',
  homes_told_at timestamptz,
  -- The mail server refused the address for good: nothing is sent until its owner says so.
  bounced_at timestamptz
);

-- How far the changes of a dataset have been held against the searches.
CREATE TABLE alert_cursor (
  dataset text PRIMARY KEY,
  sequence bigint NOT NULL
);

-- Something that somebody wants to know: one row of the ledger, for one search ('home' for a saved home). Its key is what
-- makes that nothing is told twice.
CREATE TABLE alert_item (
  user_id text NOT NULL REFERENCES account ON DELETE CASCADE,
  search_id text NOT NULL,
  dataset text NOT NULL,
  listing_key text NOT NULL,
  history_id bigint NOT NULL,
  home_id text NOT NULL,
  -- new, back, cut, raised, status or gone.
  kind text NOT NULL,
  facts jsonb NOT NULL,
  found_at timestamptz NOT NULL,
  letter_id text,
  PRIMARY KEY (user_id, search_id, dataset, listing_key, history_id)
);
CREATE INDEX alert_item_waiting ON alert_item (user_id, search_id, found_at) WHERE letter_id IS NULL;
CREATE INDEX alert_item_letter ON alert_item (letter_id) WHERE letter_id IS NOT NULL;
