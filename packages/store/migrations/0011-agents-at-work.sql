-- What a realtor does with what came in: answers, "do not contact me", a daily summary, videos in an order; and what
-- becomes of a report. Only adds: the version that knows 0010 reads and writes all of these tables as before.

-- A realtor's answer, in the visitor's language; its letter tells it.
CREATE TABLE contact_reply (
  contact_id text NOT NULL,
  reply_id text COLLATE "C" NOT NULL,
  message text NOT NULL,
  -- A user's id.
  actor_id text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (contact_id, reply_id)
);
CREATE INDEX contact_reply_id ON contact_reply (reply_id);

-- Its sender asked not to be contacted at all: as withdrawn, and for every contact of theirs to the same recipient.
ALTER TABLE contact ADD COLUMN do_not_contact_at timestamptz;
CREATE INDEX contact_received_email ON contact (realtor_id, email) WHERE realtor_id IS NOT NULL;
-- The words by which a realtor finds a contact again.
CREATE INDEX contact_words ON contact USING gin (to_tsvector('simple', name || ' ' || translate(email, '@.', '  ')
  || ' ' || coalesce(home_label, '') || ' ' || message)) WHERE realtor_id IS NOT NULL;

-- A letter a day of what is new, and of which day the last one was (YYYY-MM-DD in California).
ALTER TABLE realtor ADD COLUMN daily_summary boolean NOT NULL DEFAULT true;
ALTER TABLE realtor ADD COLUMN summarized_on text;
CREATE INDEX realtor_summary ON realtor (summarized_on NULLS FIRST, realtor_id) WHERE daily_summary AND verification = 'verified';

-- Languages of the captions, two letters each.
ALTER TABLE realtor_video ADD COLUMN captions text[] NOT NULL DEFAULT '{}';
CREATE INDEX realtor_video_of_owner ON realtor_video (realtor_id, position, created_at DESC, video_id DESC);

-- What is known of a YouTube video, asked for once by us and kept: never by a visitor's browser.
CREATE TABLE video_picture (
  youtube_id text PRIMARY KEY,
  title text,
  -- Whether a picture of it is kept in the files.
  has_picture boolean NOT NULL,
  asked_at timestamptz NOT NULL,
  failures integer NOT NULL DEFAULT 0
);

-- What was found, in words for who has reported it.
ALTER TABLE listing_report ADD COLUMN answer text;

-- Sold homes of an agent, newest first.
CREATE INDEX agent_listing_sold ON agent_listing (dataset, member_key, close_date DESC NULLS LAST, listing_key) WHERE is_sold;

-- Agents are found by what a realtor says of themselves here, as well as by the feed.
CREATE INDEX realtor_places ON realtor USING gin (places);
CREATE INDEX realtor_languages ON realtor USING gin (languages);
CREATE INDEX realtor_specialties ON realtor USING gin (specialties);
