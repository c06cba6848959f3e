-- The state whose register has the recipient's licence, as it was shown: a number means nothing without it. Safe beside the
-- version that does not know it: that one leaves it null, and a licence without a state is shown as before. The contacts that
-- are there already learn it in 0018, which holds no lock on the table.
ALTER TABLE contact ADD COLUMN recipient_license_state text;
