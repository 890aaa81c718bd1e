-- Which bet types there are is said by the pools of packages/domain, and by nothing else.
ALTER TABLE bet DROP CONSTRAINT bet_bet_type_check;
ALTER TABLE bet ADD CONSTRAINT bet_bet_type_check CHECK (bet_type > 0);
