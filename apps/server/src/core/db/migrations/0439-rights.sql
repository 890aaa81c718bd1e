-- The server's role may do what the server does, and nothing more. Default privileges had given it every right on every
-- table and view that was made since 0001, and with it the right to change what is history. The list is that of
-- db/rights.table.ts; a test compares it with the database. From here on a new table gives its rights itself.

ALTER DEFAULT PRIVILEGES IN SCHEMA public REVOKE ALL ON TABLES FROM club_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public REVOKE ALL ON SEQUENCES FROM club_app;
ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;

REVOKE ALL ON ALL TABLES IN SCHEMA public FROM club_app;
REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM club_app;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA public FROM club_app;
-- Who may call a trigger's function may hang it on a table of his own, also one that has the owner's rights.
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA public FROM PUBLIC;

-- Whoever may update a column of a row may lock the row: this one says nothing else.
ALTER TABLE account ADD COLUMN may_lock boolean;

-- The server reads everything: a player's export, the checks of the books and a backup's facts are made of all of it.
GRANT SELECT ON account, account_fold, api_key, approval, audit, audit_link, audit_pending, bank_card,
  bank_entry_note, bank_import, bank_line, begun_act, bet, bet_credit, books_fold, books_look, books_verification,
  books_verified, card_arrival, card_event, card_hook, card_payment, chain, chain_text, channel, club, complaint,
  content_live, content_notice, content_page, correction, correction_line, day_replay, entry, event, event_inbox,
  exclusion_list, favourite_venues, house_adjustment, idempotency, identity_document, incident, incident_note,
  inquiry, invitation, meeting, month_close, operator, operator_factor, operator_identity, operator_passkey,
  operator_password_link, operator_recovery_code, outbox, passkey, passkey_challenge, payout_file, payout_item,
  play_time, player, player_limit, player_note, player_trace, pool, pool_delta, pool_total, posting, price_point,
  product, product_wish, protection_log, push_cursor, push_message, push_subscription, race, race_file, race_root,
  race_tile, refund_job, refused_bet, result, rule_draft, rule_set, runner, schema_migration, session, session_access,
  session_refresh, setting, settlement, shop_order, signed_root, signin_address, signin_attempt, signing_key,
  sport_bet, sport_event, sport_exposure, sport_feed_import, sport_file, sport_hold, sport_leg, sport_market,
  sport_offer, sport_outcome, sport_played, sport_price, sport_result, sport_root, sport_settled, sport_settlement,
  sport_tile, top_up, top_up_receipt, verification, verification_step, wallet, webhook_delivery, webhook_endpoint,
  withdrawal, bank_entry, bet_view, channel_now, entry_text, pool_gone, pool_live, pool_stake, sport_bet_view, wager,
  wager_credit
  TO club_app;

GRANT INSERT ON account, account_fold, api_key, approval, audit, audit_link, audit_pending, bank_card,
  bank_entry_note, bank_import, bank_line, begun_act, bet, bet_credit, books_look, books_verification, books_verified,
  card_arrival, card_event, card_hook, card_payment, chain, channel, club, complaint, content_live, content_notice,
  content_page, correction, correction_line, day_replay, entry, event, event_inbox, exclusion_list, favourite_venues,
  house_adjustment, idempotency, identity_document, incident, incident_note, inquiry, invitation, meeting,
  month_close, operator, operator_factor, operator_identity, operator_passkey, operator_password_link,
  operator_recovery_code, outbox, passkey, passkey_challenge, payout_file, payout_item, play_time, player,
  player_limit, player_note, player_trace, pool, pool_delta, pool_total, posting, price_point, product, product_wish,
  protection_log, push_cursor, push_message, push_subscription, race, race_file, race_root, race_tile, refund_job,
  refused_bet, result, rule_draft, rule_set, runner, session, session_access, session_refresh, setting, settlement,
  shop_order, signed_root, signin_address, signin_attempt, signing_key, sport_bet, sport_event, sport_exposure,
  sport_feed_import, sport_file, sport_hold, sport_leg, sport_market, sport_offer, sport_outcome, sport_played,
  sport_price, sport_result, sport_root, sport_settled, sport_settlement, sport_tile, top_up, top_up_receipt,
  verification, verification_step, wallet, webhook_delivery, webhook_endpoint, withdrawal
  TO club_app;

GRANT DELETE ON account, audit_pending, bank_card, card_arrival, card_hook, event, event_inbox, exclusion_list,
  favourite_venues, operator_factor, operator_identity, operator_passkey, operator_recovery_code, outbox, passkey,
  passkey_challenge, player_trace, pool, pool_delta, price_point, product_wish, push_message, push_subscription,
  race_root, refused_bet, rule_draft, runner, session, session_access, signin_address, signin_attempt,
  sport_feed_import, sport_offer, verification, verification_step, webhook_delivery
  TO club_app;

GRANT UPDATE (may_lock) ON account TO club_app;
GRANT UPDATE (amount_cents, postings) ON account_fold TO club_app;
GRANT UPDATE (last_used_at, revoked_at, revoked_by) ON api_key TO club_app;
GRANT UPDATE (approved_by, decided_at, decision_note, result, status) ON approval TO club_app;
GRANT UPDATE (account_hash, account_name, bank_name, branch_code, changed_at, currency, last_digits, number_cipher,
  swift_bic, verified_at, verified_by) ON bank_card TO club_app;
GRANT UPDATE (note, noted_at, noted_by) ON bank_entry_note TO club_app;
GRANT UPDATE (decided_at, decided_by, kind, note, payout_file_id, status, top_up_id, withdrawal_id) ON bank_line TO club_app;
GRANT UPDATE (done_at, kind) ON begun_act TO club_app;
GRANT UPDATE (ledger_cents, mark, marked_at, older_mark, players_cents, until_id) ON books_fold TO club_app;
GRANT UPDATE (balanced, checked_at) ON books_look TO club_app;
GRANT UPDATE (at, verified) ON books_verification TO club_app;
GRANT UPDATE (decided_at, decided_by, event_id, status) ON card_arrival TO club_app;
GRANT UPDATE (created_at, created_by, old_secret, old_until, secret) ON card_hook TO club_app;
GRANT UPDATE (decided_at, outcome) ON card_payment TO club_app;
GRANT UPDATE (name, race_id, status, url, venue_code) ON channel TO club_app;
GRANT UPDATE (books_off_at, identity_rule, newest_at, paused_by) ON club TO club_app;
GRANT UPDATE (answer, decided_at, decided_by, outcome, status, taken_at, taken_by) ON complaint TO club_app;
GRANT UPDATE (published_at, version) ON content_live TO club_app;
GRANT UPDATE (ends_at, starts_at, status, texts, tone, version) ON content_notice TO club_app;
GRANT UPDATE (done_at, pools, step) ON correction TO club_app;
GRANT UPDATE (borne_cents, is_done) ON correction_line TO club_app;
GRANT UPDATE (at, checks, differences, is_equal, took_ms) ON day_replay TO club_app;
GRANT UPDATE (codes) ON favourite_venues TO club_app;
GRANT UPDATE (decided_at, decided_by, reason, status) ON identity_document TO club_app;
GRANT UPDATE (ended_at, ended_by) ON incident TO club_app;
GRANT UPDATE (decided_at, decided_by, decision, outcome) ON inquiry TO club_app;
GRANT UPDATE (decided_at, decided_by, reason, reward_cents, state) ON invitation TO club_app;
GRANT UPDATE (card_by, currency, dividends, event_type, name, rule_set, timezone) ON meeting TO club_app;
GRANT UPDATE (password_hash, roles, status) ON operator TO club_app;
GRANT UPDATE (confirmed_at, last_step, pending_secret, sealed_secret) ON operator_factor TO club_app;
GRANT UPDATE (bound_at, issuer, subject) ON operator_identity TO club_app;
GRANT UPDATE (last_used_at, sign_count) ON operator_passkey TO club_app;
GRANT UPDATE (ended_at) ON operator_password_link TO club_app;
GRANT UPDATE (used_at) ON operator_recovery_code TO club_app;
GRANT UPDATE (last_used_at, sign_count) ON passkey TO club_app;
GRANT UPDATE (decided_at, decided_by, reason, status) ON payout_file TO club_app;
GRANT UPDATE (is_live) ON payout_item TO club_app;
GRANT UPDATE (seconds) ON play_time TO club_app;
GRANT UPDATE (bar, bar_from, bar_until, birth_cipher, full_name, has_loss_limit, has_stake_limit, identity_checked_at,
  identity_hash, is_adult, language, limits_reviewed_at, marketing, password_changed_at, password_hash,
  password_reset_at, phone_cipher, phone_hash, reality_minutes, return_from, return_limits, review, status, user_name,
  user_name_key) ON player TO club_app;
GRANT UPDATE (amount_cents, changed_at, has_pending, pending_amount_cents, pending_from) ON player_limit TO club_app;
GRANT UPDATE (last_at) ON player_trace TO club_app;
GRANT UPDATE (is_leg2_void_late, jackpot_in_cents, late_scratched_mask, paused_by, status) ON pool TO club_app;
GRANT UPDATE (bets, stakes_cents) ON pool_total TO club_app;
GRANT UPDATE (happens_at, kind, picture, price_cents, status, stock, texts, version) ON product TO club_app;
GRANT UPDATE (back_at, wished_at) ON product_wish TO club_app;
GRANT UPDATE (seq) ON push_cursor TO club_app;
GRANT UPDATE (done_at, due_at, tries) ON push_message TO club_app;
GRANT UPDATE (cipher, id, kinds, player_id, quiet_from, quiet_to, time_zone) ON push_subscription TO club_app;
GRANT UPDATE (abandoned_at, class, closed_at, distance_m, draw_hash, draw_seed, ending, going, handicap, name, note,
  offered, opened_at, paused_by, runner_mask, scratched_mask, settled_at, settling_stopped_at, settling_stopped_by,
  start_time, status, void_declared, win_at_close) ON race TO club_app;
GRANT UPDATE (body, digest, made_at, size, state) ON race_file TO club_app;
GRANT UPDATE (cursor_bet, due_bets, due_cents, is_done, paid_bets, paid_cents) ON refund_job TO club_app;
GRANT UPDATE (confirmed_by, is_confirmed, is_stale, reason) ON result TO club_app;
GRANT UPDATE (approval_id, based_on, changed_at, changed_by, rules) ON rule_draft TO club_app;
GRANT UPDATE (barrier, by_hand, form, jockey, name, scratched_at, trainer, weight_kg) ON runner TO club_app;
GRANT UPDATE (active_from_posting, active_since, checked_at, counted_until, device, end_reason, ended_at,
  last_action_at, proved_at) ON session TO club_app;
GRANT UPDATE (expires_at) ON session_access TO club_app;
GRANT UPDATE (retired_at, used_at) ON session_refresh TO club_app;
GRANT UPDATE (bets_paid, chunks, cursor_bet, paid_cents, posted_at, refunded_cents, step) ON settlement TO club_app;
GRANT UPDATE (ended_at, ended_by, reason, status) ON shop_order TO club_app;
GRANT UPDATE (last_at) ON signin_address TO club_app;
GRANT UPDATE (valid_until) ON signing_key TO club_app;
GRANT UPDATE (away, away_names, bets, closed_at, competition, fed_at, fed_away, fed_home, first_start, home,
  home_names, is_held, is_stale, is_suspended, live_away, live_clock, live_home, max_liability_cents,
  multiple_exposure_cents, multiple_stakes_cents, result_version, score_away, score_home, settled_at, start_time,
  status, worst_cents) ON sport_event TO club_app;
GRANT UPDATE (exposure_cents) ON sport_exposure TO club_app;
GRANT UPDATE (body, digest, made_at, size, state) ON sport_file TO club_app;
GRANT UPDATE (ended_at, ended_by) ON sport_hold TO club_app;
GRANT UPDATE (changed_at, max_liability_cents, stakes_cents, status, version, worst_cents) ON sport_market TO club_app;
GRANT UPDATE (bets, odds_milli, pays_cents, places, previous_odds_milli, result, stakes_cents, tied) ON sport_outcome TO club_app;
GRANT UPDATE (away_score, facts, home_score) ON sport_played TO club_app;
GRANT UPDATE (confirmed_by) ON sport_result TO club_app;
GRANT UPDATE (cursor_bet, payout_cents, posted_at, refund_cents, settled_bets, step) ON sport_settlement TO club_app;
GRANT UPDATE (decided_at, decided_by, reason, status, submitted_at) ON top_up TO club_app;
GRANT UPDATE (address_hash, tries, used_at) ON verification TO club_app;
GRANT UPDATE (bonus_cents, cash_cents, held_cents) ON wallet TO club_app;
GRANT UPDATE (answer, attempts, ended_at, next_at, status) ON webhook_delivery TO club_app;
GRANT UPDATE (kinds, old_secret, old_until, secret, status) ON webhook_endpoint TO club_app;
GRANT UPDATE (approved_at, approved_by, cooling_cents, ended_at, ended_by, paid_account, reason, releases_at, status, claimed_cents)
  ON withdrawal TO club_app;

DO $$ BEGIN
  IF current_setting('server_version_num')::int >= 170000 THEN
    EXECUTE '
      GRANT MAINTAIN ON pool_delta TO club_app;';
  END IF;
END $$;

GRANT USAGE ON SEQUENCE payout_file_number_seq TO club_app;

GRANT EXECUTE ON FUNCTION activity_type, announce_settlement, audit_chain, audit_hash, audit_verify, begin_signin,
  begin_verification, bet_leaf, bet_of_entry, betting_lock_key, chain_append, chain_check, close_race,
  close_settled_pool, close_sport_event, club_now, club_now_ms, correct_players, deposit_room, erase_player,
  finish_correction, finish_race_settlement, finish_refunded_pool, finish_sport_settlement, fold_pool_deltas,
  hold_sports, invitation_fails, is_quiet, is_time_zone, iso_ms, jackpot_or_adjustments, limits_used, line_before,
  loss_room, make_push_messages, money_flags, name_words, pay_refund_chunk, pay_settlement_chunk, pay_sport_chunk,
  pay_sport_revision, place_bets, place_sport_bets(jsonb,bigint,bigint),
  place_sport_bets(uuid[],integer[],text[],bytea[],bytea[],text[],text[],integer[],bigint[],integer[],integer[],integer[],integer[],uuid[],uuid[],uuid[],uuid[],integer[],integer[],integer[],integer[],bigint,bigint),
  plan_sport_settlement, player_is_empty, player_may_bet, player_rows, player_verdict, pool_of_entry, post_entry,
  push_allowed, race_lock_key, read_sport_leg_bets, reset_until, resolve_key, resume_sports, set_sport_market_status,
  set_sport_price, settlement_cause, signin_wait, sport_entry_text, sport_hold_key, sport_leaf, sport_leaf_legs,
  sport_lock_key, sport_note_price, sport_receipt, sport_recount, sport_return, stake_room, statement_type, tell,
  uuid_floor, void_sport_bet, waits_after_reset, webhook_note
  TO club_app;

-- The tables of 0400.
GRANT SELECT, INSERT ON bet_void, borne, jackpot_link, jackpot_take, pool_void TO club_app;
GRANT UPDATE (booked_cents, keeps, own_cents) ON jackpot_link TO club_app;
GRANT SELECT ON runner_stake TO club_app;
GRANT EXECUTE ON FUNCTION book_bet_change, book_pool_close, claim_borne, follow_jackpot, jackpot_holder, jackpot_line,
  settled_credit, take_jackpot, void_bet TO club_app;
