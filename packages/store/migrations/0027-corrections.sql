-- A field of a record that the owner corrected. An open row is laid over each version of the record that the feed sends, until
-- the feed says something else than when the correction was made. Safe beside the version that knows only 0026: it does not
-- read the table, and a record that it writes has the feed's values until it is written again.
CREATE TABLE correction (
  dataset text NOT NULL,
  listing_key text COLLATE "C" NOT NULL,
  correction_id text COLLATE "C" NOT NULL,
  home_id text NOT NULL,
  -- A field of CORRECTABLE of @maru/listing.
  field text NOT NULL,
  -- JSON: text, number or null.
  feed_value jsonb NOT NULL,
  value jsonb NOT NULL,
  reason text NOT NULL,
  report_id text,
  done_at timestamptz NOT NULL,
  done_by text NOT NULL,
  ended_at timestamptz,
  -- Null: ended by what the feed sent.
  ended_by text,
  -- removed, replaced, confirmed (the feed has the value), lapsed (it has another one) or rekeyed.
  end_kind text,
  PRIMARY KEY (dataset, listing_key, correction_id)
);
CREATE INDEX correction_open ON correction (dataset, listing_key) WHERE ended_at IS NULL;
CREATE INDEX correction_id ON correction (correction_id);
CREATE INDEX correction_home ON correction (home_id, done_at);
CREATE INDEX correction_newest ON correction (done_at DESC, correction_id DESC);
