-- Agents as visitors find them, realtors of this site, who wrote to whom with which consents, and the letters of that.
-- Contacts name people by text and keep what was shown to the visitor at the time: a profile that is deleted later takes
-- nothing out of a receipt. Safe beside the version that knows only 0005: it reads and writes none of these tables.

-- Random values that all processes share: made at first use, never sent anywhere.
CREATE TABLE server_secret (
  name text PRIMARY KEY,
  secret text NOT NULL,
  made_at timestamptz NOT NULL DEFAULT now()
);

-- An agent of a feed, or (dataset '') a verified realtor whom no feed knows. Derived: kept by `refreshAgents` from members,
-- offices and the change sequence, and made anew from there when thrown away.
CREATE TABLE agent (
  agent_id text COLLATE "C" NOT NULL PRIMARY KEY,
  dataset text NOT NULL,
  member_key text NOT NULL,
  name text NOT NULL,
  -- Lower case, without accents, as a search compares it; also the order of equals.
  name_folded text COLLATE "C" NOT NULL,
  license_number text,
  -- Of the office; two letters, null where it is not stated.
  license_state text,
  email text,
  phone text,
  office_name text,
  office_phone text,
  broker_name text,
  -- Two-letter codes where the language is one that we know, else the feed's word.
  languages text[] NOT NULL,
  -- Place ids of the agent's homes and office.
  places text[] NOT NULL,
  specialties text[] NOT NULL,
  homes_listed integer NOT NULL,
  homes_sold integer NOT NULL,
  last_sold_on text,
  realtor_id text,
  -- Of the feed's records of agent and office that this was made from.
  people_hash text
);
CREATE INDEX agent_member ON agent (dataset, member_key);
-- The one order of the list: who has most homes on the market first, then by name.
CREATE INDEX agent_order ON agent (homes_listed DESC, name_folded, agent_id);
CREATE INDEX agent_places ON agent USING gin (places);
CREATE INDEX agent_languages ON agent USING gin (languages);
CREATE INDEX agent_specialties ON agent USING gin (specialties);
CREATE INDEX agent_license ON agent (license_number) WHERE license_number IS NOT NULL;
CREATE INDEX agent_name ON agent USING gin (to_tsvector('simple', name_folded));
CREATE INDEX agent_realtor ON agent (realtor_id) WHERE realtor_id IS NOT NULL;

-- What an agent's numbers are counted from: one small row a listing that may be shown, since a listing's record is large.
CREATE TABLE agent_listing (
  dataset text NOT NULL,
  listing_key text NOT NULL,
  member_key text NOT NULL,
  home_id text NOT NULL,
  is_sold boolean NOT NULL,
  search_type text NOT NULL,
  home_type text NOT NULL,
  is_new boolean NOT NULL,
  close_date text,
  places text[] NOT NULL,
  -- As the agent's listing names them, for those of whom the feed sends no record of their own.
  named jsonb NOT NULL,
  PRIMARY KEY (dataset, listing_key, member_key)
);
CREATE INDEX agent_listing_member ON agent_listing (dataset, member_key);
CREATE TABLE agent_cursor (
  dataset text PRIMARY KEY,
  sequence bigint NOT NULL
);

CREATE TABLE realtor (
  realtor_id text COLLATE "C" PRIMARY KEY,
  user_id text NOT NULL,
  -- Counts the changes: the ETag.
  version integer NOT NULL DEFAULT 1,
  name text NOT NULL,
  name_ko text,
  license_number text NOT NULL,
  license_state text NOT NULL,
  broker_name text NOT NULL,
  office_name text,
  email text NOT NULL,
  phone text,
  bio_en text,
  bio_ko text,
  languages text[] NOT NULL,
  places text[] NOT NULL,
  specialties text[] NOT NULL,
  picture_id text,
  -- Of the licence, by an admin: pending, verified or refused. Only a verified realtor is public.
  verification text NOT NULL DEFAULT 'pending',
  verification_note text,
  verified_at timestamptz,
  verified_by text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX realtor_user ON realtor (user_id);
-- One profile a person.
CREATE TABLE realtor_owner (
  user_id text PRIMARY KEY,
  realtor_id text NOT NULL
);
CREATE INDEX realtor_newest ON realtor (created_at DESC, realtor_id);
CREATE INDEX realtor_waiting ON realtor (created_at, realtor_id) WHERE verification = 'pending';
CREATE INDEX realtor_license ON realtor (license_number, license_state);

-- A picture on its way in: waiting for its bytes, then ready (checked and made anew by us).
CREATE TABLE upload (
  upload_id text PRIMARY KEY,
  user_id text NOT NULL,
  media_type text NOT NULL,
  bytes integer NOT NULL,
  expires_at timestamptz NOT NULL,
  ready_at timestamptz,
  realtor_id text
);
CREATE INDEX upload_expired ON upload (expires_at) WHERE realtor_id IS NULL;
CREATE INDEX upload_user ON upload (user_id);

CREATE TABLE realtor_video (
  -- The realtor, or '' for one that is nobody's: no video twice with the same owner.
  owner_id text NOT NULL,
  youtube_id text NOT NULL,
  video_id text COLLATE "C" NOT NULL,
  realtor_id text,
  -- Who posted it; null: nobody who is known.
  user_id text,
  title text,
  places text[] NOT NULL,
  terms text[] NOT NULL,
  language text,
  -- pending, published or refused. A realtor's own is published, and public as soon as the realtor is.
  state text NOT NULL,
  position integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (owner_id, youtube_id)
);
CREATE INDEX realtor_video_id ON realtor_video (video_id);
CREATE INDEX realtor_video_newest ON realtor_video (created_at DESC, video_id) WHERE state = 'published';
CREATE INDEX realtor_video_waiting ON realtor_video (created_at, video_id) WHERE state = 'pending';
CREATE INDEX realtor_video_realtor ON realtor_video (realtor_id, position, video_id);
CREATE INDEX realtor_video_user ON realtor_video (user_id);
CREATE INDEX realtor_video_places ON realtor_video USING gin (places);
CREATE INDEX realtor_video_terms ON realtor_video USING gin (terms);

CREATE TABLE contact (
  contact_id text COLLATE "C" PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  sender_user_id text,
  name text NOT NULL,
  email text NOT NULL,
  phone text,
  message text NOT NULL,
  locale text NOT NULL,
  home_id text,
  -- What the home was called in the form; the home may be gone when the contact is read.
  home_label text,
  home_path text,
  -- IANA: on its clock the times below are told.
  home_time_zone text,
  slots jsonb NOT NULL,
  -- Words in the message of which the recipient is warned (payment before a viewing).
  notices text[] NOT NULL,
  agent_id text,
  realtor_id text,
  -- Who answers, as it was shown: realtor, listing_agent, agent or advertising_broker.
  recipient_role text NOT NULL,
  recipient_name text NOT NULL,
  recipient_email text NOT NULL,
  recipient_license text,
  recipient_broker text,
  dataset text,
  -- new, read, answered, appointment or closed.
  state text NOT NULL DEFAULT 'new',
  opened_at timestamptz,
  answered_at timestamptz,
  closed_at timestamptz,
  -- The visitor took it back: name, address and number are shown to nobody but admins from then on.
  withdrawn_at timestamptz,
  notes text,
  -- Deleted by the one or the other side from their own list; the record stays with its consents.
  hidden_by_sender boolean NOT NULL DEFAULT false,
  hidden_by_recipient boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX contact_received ON contact (realtor_id, created_at DESC, contact_id DESC) WHERE realtor_id IS NOT NULL;
CREATE INDEX contact_received_state ON contact (realtor_id, state, created_at DESC, contact_id DESC)
  WHERE realtor_id IS NOT NULL;
CREATE INDEX contact_sent ON contact (sender_user_id, created_at DESC, contact_id DESC) WHERE sender_user_id IS NOT NULL;
CREATE INDEX contact_newest ON contact (created_at DESC, contact_id DESC);
CREATE INDEX contact_state ON contact (state, created_at DESC, contact_id DESC);

-- What happened to a contact, for its receipt and the admin.
CREATE TABLE contact_event (
  contact_id text NOT NULL,
  event_id bigint GENERATED BY DEFAULT AS IDENTITY,
  kind text NOT NULL,
  -- A user's id; null: the visitor by the receipt, or we.
  actor_id text,
  at timestamptz NOT NULL,
  PRIMARY KEY (contact_id, event_id)
);

-- Each box of a form as it stood there, ticked or not (rule R43).
CREATE TABLE contact_consent (
  -- contact or report, and its id.
  subject_kind text NOT NULL,
  subject_id text NOT NULL,
  kind text NOT NULL,
  is_accepted boolean NOT NULL,
  text_version text NOT NULL,
  text text NOT NULL,
  text_hash text NOT NULL,
  locale text NOT NULL,
  recipient_name text NOT NULL,
  phone text,
  url text,
  ip text NOT NULL,
  user_agent text,
  at timestamptz NOT NULL,
  revoked_at timestamptz,
  PRIMARY KEY (subject_kind, subject_id, kind)
);

CREATE TABLE listing_report (
  report_id text COLLATE "C" PRIMARY KEY,
  home_id text NOT NULL,
  dataset text,
  listing_key text,
  reason text NOT NULL,
  message text NOT NULL,
  email text,
  locale text NOT NULL,
  user_id text,
  -- new, answered or closed.
  state text NOT NULL DEFAULT 'new',
  answer_by timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  closed_at timestamptz
);
CREATE INDEX listing_report_newest ON listing_report (created_at DESC, report_id);

-- What an admin should look at: texts that a scan has found words in, payment words, reports, new videos and profiles.
CREATE TABLE review (
  review_id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  subject_kind text NOT NULL,
  subject_id text NOT NULL,
  -- [{rule, field, quote}]
  findings jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  closed_at timestamptz,
  closed_by text,
  note text,
  -- Closed, and found again: open again.
  PRIMARY KEY (kind, subject_kind, subject_id)
);
CREATE INDEX review_id ON review (review_id);
CREATE INDEX review_open ON review (created_at, review_id) WHERE closed_at IS NULL;

-- A letter to be sent, written in the transaction of what it tells: whoever sees the one sees the other.
CREATE TABLE letter (
  letter_id text COLLATE "C" PRIMARY KEY,
  kind text NOT NULL,
  -- What it is about; its words are made when it is sent.
  subject_id text NOT NULL,
  locale text NOT NULL,
  to_email text NOT NULL,
  created_at timestamptz NOT NULL,
  -- Handed to the job that sends it.
  queued_at timestamptz,
  -- Until when one process may be sending it.
  taken_until timestamptz,
  sent_at timestamptz,
  -- Given up: refused for good by the mail server, out of attempts, or no longer wanted (cancelled).
  failed_at timestamptz,
  failure text
);
CREATE INDEX letter_waiting ON letter (created_at) WHERE queued_at IS NULL AND sent_at IS NULL AND failed_at IS NULL;
CREATE INDEX letter_unsent ON letter (failure) WHERE sent_at IS NULL;
CREATE INDEX letter_subject ON letter (subject_id);
-- How many letters somebody has been sent lately without having asked for them by an account.
CREATE INDEX letter_to ON letter (to_email, kind, created_at);

-- What a call with an Idempotency-Key has made, for a day.
CREATE TABLE idempotency_key (
  scope text NOT NULL,
  key_hash text NOT NULL,
  body_hash text NOT NULL,
  subject_id text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (scope, key_hash)
);
CREATE INDEX idempotency_key_at ON idempotency_key (at);
