-- Rolls of county assessors, imported by the owner: what a parcel was assessed and billed, by year. A layer of kind rolls. Safe
-- beside the version that knows only 0028: it does not read the table.
CREATE TABLE tax_roll (
  layer text COLLATE "C" NOT NULL,
  -- Slug of the county: "orange-county-ca".
  county text COLLATE "C" NOT NULL,
  -- Capital letters and digits of the parcel number.
  parcel text COLLATE "C" NOT NULL,
  tax_year integer NOT NULL,
  -- Whole USD; null: not in the file.
  assessed_total integer,
  assessed_land integer,
  assessed_improvements integer,
  tax_billed integer,
  PRIMARY KEY (layer, parcel, tax_year)
);
CREATE INDEX tax_roll_parcel ON tax_roll (county, parcel);
