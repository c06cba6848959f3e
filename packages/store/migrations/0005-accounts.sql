-- Who signs in: accounts, what a provider says of them, their devices, and what they agreed to.
--
-- All of these are reference tables of a distributed store: an account is rare beside a listing, and none is joined with
-- one. So no unique index stands beside a primary key: a verified e-mail address, of which there may be one, has a
-- table of its own.

CREATE TABLE account (
  -- A uuid made by the server.
  user_id text PRIMARY KEY,
  role text NOT NULL DEFAULT 'user' CHECK (role IN ('user', 'realtor', 'admin')),
  -- Access tokens that say another role are refused since then.
  role_changed_at timestamptz,
  name text NOT NULL,
  -- Lower-cased, NFC. As the provider says it; only `verified_email` makes anybody its owner.
  email text,
  email_verified boolean NOT NULL DEFAULT false,
  -- E.164.
  phone text,
  locale text NOT NULL CHECK (locale IN ('en', 'ko')),
  picture text,
  units text,
  currency text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- Null, or when its owner asked to be forgotten, and when that will be done.
  deletion_requested_at timestamptz,
  deletion_due_at timestamptz
);
CREATE INDEX account_role_changed ON account (role_changed_at) WHERE role_changed_at IS NOT NULL;
CREATE INDEX account_created ON account (created_at, user_id);
CREATE INDEX account_deletion ON account (deletion_due_at) WHERE deletion_due_at IS NOT NULL;

-- Whose an e-mail address is: a provider that is believed has said that it was proven.
CREATE TABLE verified_email (
  email text PRIMARY KEY,
  user_id text NOT NULL REFERENCES account ON DELETE CASCADE
);
CREATE INDEX verified_email_user ON verified_email (user_id);

-- The person as a provider knows them. `subject` is the provider's own, never an e-mail address.
CREATE TABLE account_identity (
  provider text NOT NULL,
  subject text NOT NULL,
  user_id text NOT NULL REFERENCES account ON DELETE CASCADE,
  email text,
  email_verified boolean NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  PRIMARY KEY (provider, subject)
);
CREATE INDEX account_identity_user ON account_identity (user_id);

-- One signed-in browser: a family of refresh tokens. A session that has ended stays as long as somebody may still bring
-- one of its tokens.
CREATE TABLE session (
  session_id text PRIMARY KEY,
  -- No reference: a session outlives its account for a while, as one that has ended.
  user_id text NOT NULL,
  provider text NOT NULL,
  user_agent text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  -- Moves on with each refresh.
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  ended_reason text
);
CREATE INDEX session_of_user ON session (user_id);
CREATE INDEX session_ended ON session (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX session_expires ON session (expires_at);

-- SHA-256 of each refresh token of a session. The one that follows is HMAC(successor_salt, token): whoever has the token
-- and comes again soon gets the same one, and neither a copy of this table nor an old token alone gives it away.
CREATE TABLE refresh_token (
  token_hash bytea PRIMARY KEY,
  session_id text NOT NULL REFERENCES session ON DELETE CASCADE,
  issued_at timestamptz NOT NULL,
  used_at timestamptz,
  successor_salt bytea
);
CREATE INDEX refresh_token_session ON refresh_token (session_id);
-- There are as many as there were refreshes in a month; the hourly sweep looks for those that are older.
CREATE INDEX refresh_token_used ON refresh_token (used_at) WHERE used_at IS NOT NULL;

-- Ed25519 keys that sign access tokens, as JWK. Shown to all (JWKS) from their making, used from `active_from`: other
-- nodes know a key before they meet it.
CREATE TABLE signing_key (
  kid text PRIMARY KEY,
  public_jwk jsonb NOT NULL,
  -- Never leaves the database but to the processes that sign.
  private_jwk jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  active_from timestamptz NOT NULL,
  retires_at timestamptz NOT NULL
);

-- A sign-in that is on its way at a provider. Deleted by the callback: each is good for one.
CREATE TABLE sign_in_attempt (
  -- SHA-256 of `state`.
  state_hash bytea PRIMARY KEY,
  -- SHA-256 of the browser's own cookie.
  browser_hash bytea NOT NULL,
  provider text NOT NULL,
  nonce text NOT NULL,
  code_verifier text NOT NULL,
  redirect_url text NOT NULL,
  locale text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX sign_in_attempt_created ON sign_in_attempt (created_at);

-- A provider has proven somebody whose e-mail address belongs to an account of another provider: joined when the same
-- browser proves that account too.
CREATE TABLE pending_identity (
  browser_hash bytea NOT NULL,
  provider text NOT NULL,
  subject text NOT NULL,
  user_id text NOT NULL REFERENCES account ON DELETE CASCADE,
  email text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (browser_hash, provider, subject)
);

-- What is good for one use and was used (ID tokens of One Tap).
CREATE TABLE spent_token (
  token_hash bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL
);

-- What was agreed to, or no longer: never changed, the last row of a kind holds.
CREATE TABLE consent (
  consent_id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  user_id text NOT NULL REFERENCES account ON DELETE CASCADE,
  kind text NOT NULL,
  given boolean NOT NULL,
  text_version text NOT NULL,
  -- SHA-256, in hex, of the words that were shown.
  text_hash text NOT NULL,
  locale text NOT NULL,
  -- Where it was said: a path of the site.
  source text NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX consent_user ON consent (user_id, kind, consent_id);

CREATE TABLE commute_address (
  user_id text NOT NULL REFERENCES account ON DELETE CASCADE,
  position integer NOT NULL,
  address text NOT NULL,
  latitude double precision,
  longitude double precision,
  transportation text NOT NULL DEFAULT 'car',
  PRIMARY KEY (user_id, position)
);

-- What admins and owners of accounts did. Names nobody by more than an id.
CREATE TABLE audit_log (
  audit_id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  -- Null: the process itself.
  actor_id text,
  action text NOT NULL,
  subject text NOT NULL,
  facts jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX audit_log_subject ON audit_log (subject, audit_id);
CREATE INDEX audit_log_actor ON audit_log (actor_id, audit_id);
