-- A pool that exists stays offered: it must be removed first, which is impossible once it has bets.
CREATE OR REPLACE FUNCTION refuse_offer_without_pool() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM pool p WHERE (p.race_id = NEW.id OR p.race_id2 = NEW.id)
      AND p.name IS NULL AND NOT p.code = ANY (NEW.offered)) THEN
    RAISE EXCEPTION 'race % has a pool that it would not offer', NEW.id USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
END $$;
