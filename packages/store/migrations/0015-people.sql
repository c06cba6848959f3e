-- The state whose register has the recipient's licence, as it was shown: a number means nothing without it. Safe beside the
-- version that does not know it: that one leaves it null, and a licence without a state is shown as before.
ALTER TABLE contact ADD COLUMN recipient_license_state text;
UPDATE contact c SET recipient_license_state = r.license_state
  FROM realtor r WHERE r.realtor_id = c.realtor_id AND r.license_number = c.recipient_license;
UPDATE contact c SET recipient_license_state = a.license_state
  FROM agent a WHERE a.agent_id = c.agent_id AND a.license_number = c.recipient_license AND c.recipient_license_state IS NULL;
UPDATE contact SET recipient_license_state = upper(substring(home_path from '^/([a-z]{2})/'))
  WHERE recipient_license IS NOT NULL AND recipient_license_state IS NULL;

-- What was looked at, last first, so that it can be taken back.
CREATE INDEX review_closed ON review (closed_at DESC, review_id DESC) WHERE closed_at IS NOT NULL;
CREATE INDEX review_kind_closed ON review (kind, closed_at DESC, review_id DESC) WHERE closed_at IS NOT NULL;
