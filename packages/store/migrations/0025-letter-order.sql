-- Which letters leave first, not before when, and which are told by another one. Only adds: the version that knows 0024 reads
-- and writes as before.
ALTER TABLE letter
  -- Higher leaves earlier (`PRIORITY` in letters.ts).
  ADD COLUMN priority smallint NOT NULL DEFAULT 1,
  -- Null: at once.
  ADD COLUMN not_before timestamptz,
  -- The letter that tells of this one too: this row is never sent by itself and has the fate of that letter.
  ADD COLUMN bundle_id text COLLATE "C";
CREATE INDEX letter_bundle ON letter (bundle_id) WHERE bundle_id IS NOT NULL;
