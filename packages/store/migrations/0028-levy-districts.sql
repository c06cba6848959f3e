-- The county (its slug in the gazetteer) whose special tax districts a layer of the kind "levies" has, all of them: a home of
-- the county outside of each has no such tax. Null for other kinds.
ALTER TABLE place_layer ADD COLUMN county text;
