-- Letters to addresses that nobody has proven to be theirs, for the budget of each address (letters.ts). Apart from `letter`,
-- whose rows go when their contact is erased: that must not give the budget back.
CREATE TABLE unasked_letter (
  -- SHA-256 of the mailbox, in hex: the address itself is not needed to count.
  mailbox_hash text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX unasked_letter_mailbox ON unasked_letter (mailbox_hash, created_at);
CREATE INDEX unasked_letter_age ON unasked_letter (created_at);
