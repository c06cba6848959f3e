-- Letters that are about no contact and no report go some time after they were sent: found by their age. Only adds: the version
-- that knows 0016 reads and writes as before.
CREATE INDEX letter_of_no_contact ON letter (created_at)
  WHERE kind IN ('alert', 'realtor-summary', 'realtor-verified', 'realtor-refused');
