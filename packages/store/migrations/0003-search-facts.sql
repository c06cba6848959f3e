-- What a search may ask of a home (SearchFacts of @maru/listing), and the words of its remarks. Safe beside the version
-- that knows only 0002: it writes none of these columns, and a home that it writes has them unstated until its card
-- is made anew (`refreshCards`).

ALTER TABLE home
  ADD COLUMN tax_other_annual_assessment_amount double precision,
  ADD COLUMN required_fees_monthly double precision,
  ADD COLUMN stories_total double precision,
  ADD COLUMN parking_total double precision,
  ADD COLUMN security_deposit double precision,
  ADD COLUMN facing text,
  ADD COLUMN furnished boolean,
  ADD COLUMN lease_months double precision,
  ADD COLUMN availability_date text COLLATE "C",
  ADD COLUMN new_construction_yn boolean,
  ADD COLUMN senior_community_yn boolean,
  -- One bit a feature, in the order of FEATURES of @maru/listing.
  ADD COLUMN features_yes integer NOT NULL DEFAULT 0,
  ADD COLUMN features_stated integer NOT NULL DEFAULT 0,
  ADD COLUMN school_district text,
  ADD COLUMN schools text[] NOT NULL DEFAULT '{}',
  ADD COLUMN open_house_days text[] COLLATE "C" NOT NULL DEFAULT '{}';

-- A viewport's homes without a visit to the table, whose rows of one town lie far apart: strips of the map of some
-- 0.04° (2^17 units), in each the homes from north to south, and all that the parts of an answer count or compare.
DROP INDEX home_mercator;
CREATE INDEX home_area ON home (search_type, (mercator_x >> 17), mercator_y) INCLUDE (
  mercator_x, latitude, longitude, home_id, home_type, standard_status, status_group, close_date, list_price,
  bedrooms_total, bathrooms_total_decimal, living_area, association_fee_monthly, listed_at, features_yes,
  features_stated);

-- The orders that a search of the whole country asks for by the page: unstated last, ties by id. The ones before put
-- the unstated first, which no search asks for.
DROP INDEX home_listed;
DROP INDEX home_price;
CREATE INDEX home_listed ON home (search_type, status_group, listed_at DESC NULLS LAST, home_id);
CREATE INDEX home_price ON home (search_type, status_group, list_price, home_id);
-- Few homes have an open house or a lower price than before. The other filters keep what is not stated in sight, to
-- count it: an index of theirs would never be used.
CREATE INDEX home_open_house ON home (search_type) WHERE open_house_days <> '{}';
-- The homes of a word's listings.
CREATE INDEX home_listing ON home (dataset, listing_key) INCLUDE (home_id, search_type);

-- The words of a listing's remarks as visitors may read them (keyword of @maru/listing says what a word is). Not a
-- column of listing: that row is written at each change and each time the listing was seen, this one when words change.
CREATE TABLE listing_text (
  dataset text NOT NULL,
  listing_key text NOT NULL,
  words tsvector NOT NULL,
  PRIMARY KEY (dataset, listing_key)
);
CREATE INDEX listing_text_words ON listing_text USING gin (words);

-- How the cards of the dataset were made (DERIVATION), and the last listing key that is done on the way to a newer one.
ALTER TABLE dataset ADD COLUMN derivation integer NOT NULL DEFAULT 0;
ALTER TABLE dataset ADD COLUMN derived_after text;
