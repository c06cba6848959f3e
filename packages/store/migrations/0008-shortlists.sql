-- Lists of homes that a family votes on by a secret link. Reference tables like those of accounts: no unique index beside a
-- primary key. A list that is revoked is deleted with all that is on it.

CREATE TABLE shortlist (
  shortlist_id text COLLATE "C" PRIMARY KEY,
  -- SHA-256 of the secret in the link, and of that by which its owner changes it.
  key_hash text COLLATE "C" NOT NULL,
  owner_hash text COLLATE "C" NOT NULL,
  user_id text REFERENCES account ON DELETE CASCADE,
  -- The secret of the link, encrypted, so that an owner with an account has the link on every device; null without one.
  sealed_key text,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  -- Of the last change or vote: what nobody has touched for a year is deleted.
  updated_at timestamptz NOT NULL
);
CREATE INDEX shortlist_key ON shortlist (key_hash);
CREATE INDEX shortlist_user ON shortlist (user_id, created_at) WHERE user_id IS NOT NULL;
CREATE INDEX shortlist_updated ON shortlist (updated_at);

CREATE TABLE shortlist_home (
  shortlist_id text COLLATE "C" NOT NULL REFERENCES shortlist ON DELETE CASCADE,
  home_id text NOT NULL,
  -- In the order of the list.
  position integer NOT NULL,
  added_at timestamptz NOT NULL,
  -- Taken off by the owner. Its votes stay: it may come back.
  removed_at timestamptz,
  PRIMARY KEY (shortlist_id, home_id)
);

-- Who votes: a name and a secret of the browser, no account.
CREATE TABLE shortlist_person (
  shortlist_id text COLLATE "C" NOT NULL REFERENCES shortlist ON DELETE CASCADE,
  person_id text COLLATE "C" NOT NULL,
  secret_hash text NOT NULL,
  name text NOT NULL,
  locale text NOT NULL,
  joined_at timestamptz NOT NULL,
  PRIMARY KEY (shortlist_id, person_id)
);

-- The last word of a person about a home, by the time at which it was said.
CREATE TABLE shortlist_vote (
  shortlist_id text COLLATE "C" NOT NULL,
  home_id text NOT NULL,
  person_id text COLLATE "C" NOT NULL,
  -- yes, maybe or no; null: taken back.
  vote text,
  note text,
  said_at timestamptz NOT NULL,
  PRIMARY KEY (shortlist_id, home_id, person_id),
  FOREIGN KEY (shortlist_id, person_id) REFERENCES shortlist_person ON DELETE CASCADE
);
