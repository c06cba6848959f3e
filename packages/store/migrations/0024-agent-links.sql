-- Profiles tied to the feeds' agents by proof. Until now every verified profile was tied to all agents of its licence number,
-- which stands on every listing: who typed it got that agent's messages.

-- One profile an agent. In force while the profile is verified and both still have the same licence.
CREATE TABLE agent_link (
  dataset text NOT NULL,
  member_key text NOT NULL,
  realtor_id text NOT NULL,
  -- 'code': of a letter to the feed's address of the agent; 'owner': an admin's decision; 'address': a tie of before, whose
  -- account signs in with the feed's address.
  proof text NOT NULL,
  -- Of an admin's decision.
  reason text,
  linked_by text,
  linked_at timestamptz NOT NULL,
  PRIMARY KEY (dataset, member_key)
);
CREATE INDEX agent_link_realtor ON agent_link (realtor_id);

-- Letters to the feed's address of an agent: codes, and notices that a profile with the agent's licence was made or tied. No
-- code is stored: it is computed from the id (apps/server/src/link-code.ts).
CREATE TABLE agent_letter (
  agent_letter_id text COLLATE "C" PRIMARY KEY,
  -- 'code', 'applied', 'linked'.
  kind text NOT NULL,
  dataset text NOT NULL,
  member_key text NOT NULL,
  realtor_id text NOT NULL,
  user_id text NOT NULL,
  created_at timestamptz NOT NULL,
  -- Of a code: until when it is taken, how often one was tried, when it was used or replaced.
  expires_at timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  ended_at timestamptz
);
CREATE INDEX agent_letter_member ON agent_letter (dataset, member_key, created_at);
CREATE INDEX agent_letter_user ON agent_letter (user_id, created_at);
CREATE INDEX agent_letter_age ON agent_letter (created_at);

-- Whose address is whose: an address of several agents proves nothing of one of them.
CREATE INDEX agent_email ON agent (dataset, lower(email)) WHERE email IS NOT NULL;

-- Ties of before stay where the account signs in with the address that the feed has of that agent, and of no other agent: its
-- provider has proven it. The others end; messages go where those of any agent go, and the profile may prove itself or be tied
-- by an admin.
INSERT INTO agent_link (dataset, member_key, realtor_id, proof, linked_at)
SELECT a.dataset, a.member_key, a.realtor_id, 'address', now()
FROM agent a JOIN realtor r ON r.realtor_id = a.realtor_id COLLATE "C"
  JOIN account u ON u.user_id = r.user_id
WHERE a.dataset <> '' AND u.email_verified AND lower(u.email) = lower(a.email)
  AND NOT EXISTS (SELECT FROM agent o WHERE o.dataset = a.dataset AND lower(o.email) = lower(a.email)
    AND o.member_key <> a.member_key);
UPDATE agent a SET realtor_id = NULL WHERE a.dataset <> '' AND a.realtor_id IS NOT NULL
  AND NOT EXISTS (SELECT FROM agent_link k WHERE k.dataset = a.dataset AND k.member_key = a.member_key);
-- Those profiles stand in the list of agents by themselves, as any verified profile without an agent.
INSERT INTO agent (agent_id, dataset, member_key, name, name_folded, license_number, license_state, email, phone, office_name,
  broker_name, languages, places, specialties, homes_listed, homes_sold, realtor_id)
SELECT r.realtor_id, '', r.realtor_id, r.name,
  btrim(regexp_replace(lower(normalize(regexp_replace(normalize(r.name, NFKD), U&'[\0300-\036F]', '', 'g'), NFC)),
    '[[:space:][:punct:]]+', ' ', 'g')),
  r.license_number, r.license_state, r.email, r.phone, r.office_name, r.broker_name, r.languages, r.places, r.specialties, 0, 0,
  r.realtor_id
FROM realtor r
WHERE r.verification = 'verified' AND NOT EXISTS (SELECT FROM agent a WHERE a.realtor_id COLLATE "C" = r.realtor_id)
ON CONFLICT (agent_id) DO NOTHING;
