-- Bets that were refused: written in batches after their answers, kept for some weeks. Not one of them moved money,
-- and some may be missing after a crash or in a flood: how many stands in a metric.
CREATE TABLE refused_bet (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at              timestamptz(3) NOT NULL,
  player_id       uuid NOT NULL REFERENCES player,
  code            text NOT NULL,          -- bet.same_again, race.closed, funds.insufficient, ...
  race_id         uuid,                   -- as it was asked for: it need not be there
  sport_event_id  uuid,
  bet_type        smallint,
  stake_cents     bigint CHECK (stake_cents >= 0)   -- of one combination or line
);
CREATE INDEX refused_bet_at ON refused_bet (at);
CREATE INDEX refused_bet_player ON refused_bet (player_id);

-- With the account goes what it was refused.
CREATE FUNCTION erase_refused_bets() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM refused_bet WHERE player_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER player_erases_refused AFTER UPDATE OF status ON player
  FOR EACH ROW WHEN (NEW.status = 'closed' AND OLD.status <> 'closed') EXECUTE FUNCTION erase_refused_bets();
