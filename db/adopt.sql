-- Brings a club that was made by the migrations of before the first release (0001-core to 0439-rights) to the baseline.

-- What has been applied stays written down: the chain's check asks when sports came (chain.check.ts).
UPDATE schema_migration SET name = '0000/' || name;
GRANT SELECT ON schema_function TO club_app;

DROP FUNCTION place_sport_bets(jsonb, bigint, bigint);
DROP FUNCTION jackpot_or_adjustments(pool);
DROP FUNCTION entry_canonical(entry);
ALTER TABLE runner DROP COLUMN silks;
