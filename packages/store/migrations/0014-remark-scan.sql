-- How far the remarks of a dataset's listings have been looked through for words that somebody must look at (rule R47):
-- the number of the last change. A small reference table; safe beside the version that does not know it.
CREATE TABLE scan_cursor (
  dataset text PRIMARY KEY,
  sequence bigint NOT NULL
);
