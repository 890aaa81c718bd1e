-- Whether a leg was staked, or why it was not, is decided once.
CREATE OR REPLACE FUNCTION all_up_leg_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.bet_id IS NOT NULL OR OLD.not_staked IS NOT NULL THEN
    RAISE EXCEPTION 'leg % of All Up % was decided before', OLD.leg, OLD.order_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
