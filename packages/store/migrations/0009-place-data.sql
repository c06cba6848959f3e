-- Public data about places, as agencies publish it and the owner imports it: schools, school districts, attendance areas,
-- outlines of cities and ZIP codes, official hazard zones. All of it may be imported anew at any time. Reference tables: a
-- key that begins with the layer, no unique index beside it.

-- Raised with every import, so that whoever keeps something made of these tables knows when to make it anew.
CREATE SEQUENCE place_data_version;

CREATE TABLE place_layer (
  -- Such as "districts:tiger:ca": an import of the same layer takes the place of the one before.
  layer text COLLATE "C" PRIMARY KEY,
  -- schools, districts, attendance, outlines or hazards.
  kind text NOT NULL,
  -- As its publisher calls it.
  title text NOT NULL,
  source text NOT NULL,
  -- Of which day the data is, YYYY-MM-DD.
  as_of text NOT NULL,
  -- Of attendance areas: "2026-2027".
  school_year text,
  licence text NOT NULL,
  link text,
  -- Invented, for trying out.
  is_sample boolean NOT NULL,
  -- Two letters each.
  states text[] NOT NULL,
  rows_kept integer NOT NULL,
  rows_refused integer NOT NULL,
  file_name text NOT NULL,
  imported_at timestamptz NOT NULL,
  -- Kept without its rows, so that readers learn of it.
  removed_at timestamptz,
  version bigint NOT NULL
);

-- A district, an attendance area, a place's outline, a hazard zone.
CREATE TABLE place_area (
  layer text COLLATE "C" NOT NULL,
  area_id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  -- What a search or an address knows it by: `irvine-usd`, a school's id, a place's slug; null for zones.
  slug text COLLATE "C",
  facts jsonb NOT NULL,
  -- For drawing only, simplified; null for zones, which are drawn of their pieces. Delta-coded millionths of degrees.
  outline json,
  PRIMARY KEY (layer, area_id)
);
CREATE INDEX place_area_slug ON place_area (kind, slug) WHERE slug IS NOT NULL;

-- The ground of an area in pieces of at most some hundred corners, so that a point is held against few of them.
CREATE TABLE place_piece (
  layer text COLLATE "C" NOT NULL,
  area_id text COLLATE "C" NOT NULL,
  piece integer NOT NULL,
  kind text NOT NULL,
  west double precision NOT NULL,
  south double precision NOT NULL,
  east double precision NOT NULL,
  north double precision NOT NULL,
  rings json NOT NULL,
  PRIMARY KEY (layer, area_id, piece)
);
-- PostgreSQL's own boxes: no extension is needed.
CREATE INDEX place_piece_box ON place_piece USING gist (box(point(west, south), point(east, north)));

CREATE TABLE school (
  layer text COLLATE "C" NOT NULL,
  -- NCES id of twelve digits where the file has it, else the state's own: "wa-1502".
  school_id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  -- Folded for looking up by name.
  name_folded text COLLATE "C" NOT NULL,
  -- SchoolFacts of @maru/listing.
  facts jsonb NOT NULL,
  state text,
  latitude double precision NOT NULL,
  longitude double precision NOT NULL,
  PRIMARY KEY (layer, school_id)
);
CREATE INDEX school_position ON school USING gist (point(longitude, latitude));
CREATE INDEX school_id ON school (school_id);
CREATE INDEX school_name ON school (name_folded text_pattern_ops);

-- Up to which version the homes of a dataset have their districts and schools, and how far a pass has come.
ALTER TABLE dataset ADD COLUMN place_data_version bigint NOT NULL DEFAULT 0;
ALTER TABLE dataset ADD COLUMN place_data_after text;
