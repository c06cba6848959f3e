-- The listings that a feed has now, by key: for counting them (the public feed clock, each quarter of a minute) and for
-- walking their keys without reading the listings themselves.
CREATE INDEX listing_present ON listing (dataset, listing_key) WHERE retired_at IS NULL;
