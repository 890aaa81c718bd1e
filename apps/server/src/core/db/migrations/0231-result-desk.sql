-- The result desk: who did not finish or was disqualified, inquiries and protests, settling that an operator stops,
-- and who last wrote a card.

-- [{"number": 5, "why": "disqualified"}]: runners without a place, in order of number. Nothing is paid by it.
ALTER TABLE result ADD COLUMN unplaced jsonb NOT NULL DEFAULT '[]';

-- While one of a race is undecided, its result does not become final and it is not settled.
CREATE TABLE inquiry (
  id          uuid PRIMARY KEY,
  race_id     uuid NOT NULL REFERENCES race,
  kind        text NOT NULL CHECK (kind IN ('inquiry', 'protest')),
  runners     jsonb NOT NULL DEFAULT '[]',           -- saddle numbers that it is about
  reason      text NOT NULL CHECK (btrim(reason) <> ''),
  lodged_by   uuid NOT NULL,
  lodged_at   timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  outcome     text CHECK (outcome IN ('upheld', 'dismissed', 'withdrawn')),
  decision    text,
  decided_by  uuid,
  decided_at  timestamptz(3),
  CHECK ((outcome IS NULL) = (decided_at IS NULL) AND (outcome IS NULL) = (decided_by IS NULL)),
  CHECK (outcome IS NULL OR btrim(decision) <> '')
);
CREATE INDEX inquiry_race ON inquiry (race_id, lodged_at);
CREATE INDEX inquiry_open ON inquiry (race_id) WHERE decided_at IS NULL;

-- Settling that an operator stopped: no further chunk is paid until one lets it go on.
ALTER TABLE race ADD COLUMN settling_stopped_at timestamptz(3);
ALTER TABLE race ADD COLUMN settling_stopped_by uuid;

-- Who last changed the card: with CLUB_CARDS_FOUR_EYES another operator opens its races. Null: the club itself.
ALTER TABLE meeting ADD COLUMN card_by uuid;

GRANT SELECT, INSERT, UPDATE ON inquiry TO club_app;
