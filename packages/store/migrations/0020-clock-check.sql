-- When the clock by which old rows are deleted was last looked at, and since when it has gone on without a jump. One row. Only
-- adds: the version that does not know it reads and writes as before.
CREATE TABLE clock_check (
  clock_id text PRIMARY KEY,
  noted_at timestamptz NOT NULL,
  steady_since timestamptz NOT NULL,
  -- What it said before the last jump.
  jumped_from timestamptz
);
