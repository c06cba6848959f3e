-- Reports of one person are read for their export and when their account is deleted; most reports are nobody's.

CREATE INDEX listing_report_user ON listing_report (user_id) WHERE user_id IS NOT NULL;
