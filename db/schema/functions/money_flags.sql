-- new_account: registered less than a week ago. name_differs: the bank account has another name than the profile.
-- shared_account, shared_device: another player has the same one.
CREATE OR REPLACE FUNCTION money_flags(p_player uuid) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT array_remove(ARRAY[
    CASE WHEN p.created_at > club_now() - interval '7 days' THEN 'new_account' END,
    CASE WHEN name_words(k.account_name) <> name_words(p.full_name) THEN 'name_differs' END,
    CASE WHEN EXISTS (SELECT FROM bank_card o WHERE o.account_hash = k.account_hash AND o.player_id <> p.id)
      THEN 'shared_account' END,
    CASE WHEN EXISTS (SELECT FROM player_trace own JOIN player_trace other ON other.hash = own.hash AND other.kind = 'device'
        WHERE own.player_id = p.id AND own.kind = 'device' AND other.player_id <> p.id)
      THEN 'shared_device' END], NULL)
  FROM player p LEFT JOIN bank_card k ON k.player_id = p.id WHERE p.id = p_player
$$;

GRANT EXECUTE ON FUNCTION money_flags TO club_app;
