-- The last key walk that was accepted: it confirms the listings that it did not miss (rule R1).
ALTER TABLE key_walk ADD COLUMN believed_at timestamptz;
UPDATE key_walk SET believed_at = walked_at WHERE shrinking_since IS NULL;
