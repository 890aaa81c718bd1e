-- What a race offers and how it ended without a contest; what was changed on a runner by hand.

-- The pools that take bets on it. WIN always does: a double's favourite is found in it.
ALTER TABLE race ADD COLUMN offered text[] NOT NULL
  DEFAULT '{WIN,PLACE,QUINELLA,EXACTA,TRIFECTA,FIRST4,DOUBLE_WIN,DOUBLE_PLACE}'
  CHECK (offered <@ '{WIN,PLACE,QUINELLA,EXACTA,TRIFECTA,FIRST4,DOUBLE_WIN,DOUBLE_PLACE}'::text[]
    AND 'WIN' = ANY (offered));

-- walk_over: one runner came to the start, its result names it alone. no_race: it was started and declared void.
ALTER TABLE race ADD COLUMN ending text CHECK (ending IN ('walk_over', 'no_race'));
ALTER TABLE race ADD CHECK (ending <> 'no_race' OR status = 'abandoned');

-- Fields that an operator changed in place since a card last wrote them: a file that says otherwise needs a person.
ALTER TABLE runner ADD COLUMN by_hand text[] NOT NULL DEFAULT '{}'
  CHECK (by_hand <@ '{barrier,jockey,trainer,weight_kg}'::text[]);

-- A pool that its race, or either leg of a double, does not offer is not made, whoever tries.
CREATE FUNCTION refuse_pool_not_offered() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM race r WHERE r.id IN (NEW.race_id, NEW.race_id2) AND NOT NEW.code = ANY (r.offered)) THEN
    RAISE EXCEPTION 'pool % is not offered', NEW.code USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER pool_offered BEFORE INSERT ON pool FOR EACH ROW EXECUTE FUNCTION refuse_pool_not_offered();

-- And what has a pool stays offered: it is taken away first, which nothing that has bets can be.
CREATE FUNCTION refuse_offer_without_pool() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM pool p WHERE (p.race_id = NEW.id OR p.race_id2 = NEW.id) AND NOT p.code = ANY (NEW.offered)) THEN
    RAISE EXCEPTION 'race % has a pool that it would not offer', NEW.id USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER race_offered BEFORE UPDATE OF offered ON race
  FOR EACH ROW WHEN (NEW.offered <> OLD.offered) EXECUTE FUNCTION refuse_offer_without_pool();

GRANT EXECUTE ON FUNCTION refuse_pool_not_offered(), refuse_offer_without_pool() TO club_app;
