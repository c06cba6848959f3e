-- How far each dataset's changes had come at which time, so that those which every reader has long had can be deleted: a
-- change says no time itself. A small reference table; safe beside the version that does not know it.
CREATE TABLE change_mark (
  dataset text NOT NULL,
  noted_at timestamptz NOT NULL,
  sequence bigint NOT NULL,
  PRIMARY KEY (dataset, noted_at)
);
