-- What was looked at, last first, so that it can be taken back. Only adds; IF NOT EXISTS for stores of the day on which 0015
-- made them.
CREATE INDEX IF NOT EXISTS review_closed ON review (closed_at DESC, review_id DESC) WHERE closed_at IS NOT NULL;
CREATE INDEX IF NOT EXISTS review_kind_closed ON review (kind, closed_at DESC, review_id DESC) WHERE closed_at IS NOT NULL;
