-- A sport bet that comes to something else books the difference too: one entry a revision, none where it is 0.
CREATE OR REPLACE FUNCTION pay_sport_revision(p_bet uuid, p_revision smallint, p_player uuid, p_old bigint,
  p_new bigint,
  p_is_refund boolean, p_entry uuid) RETURNS uuid[] LANGUAGE sql VOLATILE AS $$
  SELECT array_remove(ARRAY[book_bet_change(p_entry,
    CASE WHEN p_revision > 1 THEN 'sport_correction' WHEN p_is_refund THEN 'sport_refund' ELSE 'sport_payout' END,
    'sport:' || p_bet || ':' || p_revision, p_bet, p_player, ARRAY[a.id], ARRAY[p_old - p_new])], NULL)
  FROM account a WHERE a.kind = 'sports_book'
$$;

GRANT EXECUTE ON FUNCTION pay_sport_revision TO club_app;
