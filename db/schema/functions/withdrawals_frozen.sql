-- Whether a player's money must stay in the club: one of their payments was refunded or disputed and the case is open.
CREATE OR REPLACE FUNCTION withdrawals_frozen(p_player uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM payment_arrival
    WHERE player_id = p_player AND state = 'open' AND why IN ('refunded', 'disputed'))
$$;

GRANT EXECUTE ON FUNCTION withdrawals_frozen TO club_app;
