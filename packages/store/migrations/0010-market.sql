-- What has been offered and sold in a place, a month a row: medians and counts alone, made anew from the listings and
-- their ledger every few hours (packages/store/src/refresh-market.ts), so that they can be thrown away, follow a purge,
-- and a page reads them by their key. Reference tables of a distributed store: a place has some dozens of rows.
CREATE TABLE market_month (
  place text COLLATE "C" NOT NULL,
  search_type text NOT NULL,
  month date NOT NULL,
  -- A home type, or 'all' of them together.
  home_type text NOT NULL,
  -- That came on the market in the month; null: fewer than five, of which nothing is said.
  listed_count integer,
  listed_price double precision,
  listed_price_per_square_foot double precision,
  -- That were sold in the month, of the datasets whose licence shows it.
  sold_count integer,
  sold_price double precision,
  sold_price_per_square_foot double precision,
  sold_days double precision,
  -- That were offered at the month's end; null also before we watched all of the month.
  supply integer,
  PRIMARY KEY (place, search_type, month, home_type)
);

-- One row: when the table above was made, and from what.
CREATE TABLE market_state (
  name text PRIMARY KEY,
  refreshed_at timestamptz NOT NULL,
  -- The datasets, what their licences allow, and the month: with another one it is made anew at once.
  basis text NOT NULL,
  -- Since when all changes of all these datasets have been seen.
  watched_since timestamptz
);
