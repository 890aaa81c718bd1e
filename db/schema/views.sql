-- Every race of every pool: one, the two of a double, or the legs of a pool of three races and more.
CREATE VIEW race_of_pool AS
  SELECT id AS pool_id, race_id, 1::smallint AS leg FROM pool WHERE name IS NULL
  UNION ALL SELECT id, race_id2, 2::smallint FROM pool WHERE race_id2 IS NOT NULL AND name IS NULL
  UNION ALL SELECT pool_id, race_id, leg FROM pool_leg;
GRANT SELECT ON race_of_pool TO club_app;

-- Accepted stakes, folded and not yet folded, without refunds taken off. Lateral per pool: a view grouped over all
-- pools summed every pool of every day for the page of one race.
CREATE VIEW pool_stake AS
  SELECT p.id AS pool_id, s.number, s.stakes_cents, s.bets
  FROM pool p CROSS JOIN LATERAL (
    SELECT u.number, sum(u.stakes_cents)::bigint AS stakes_cents, sum(u.bets)::integer AS bets
    FROM (SELECT * FROM pool_total t WHERE t.pool_id = p.id
      UNION ALL SELECT * FROM pool_delta d WHERE d.pool_id = p.id) u
    GROUP BY u.number) s;
GRANT SELECT ON pool_stake TO club_app;

-- Stakes on each runner, scratched ones included: accepted and not cancelled.
CREATE VIEW runner_stake AS
  SELECT s.pool_id, s.number, s.stakes_cents - coalesce((SELECT sum(v.stakes_cents) FROM pool_void v
    WHERE v.pool_id = s.pool_id AND v.number = s.number), 0)::bigint AS stakes_cents
  FROM pool_stake s WHERE s.number > 0;
GRANT SELECT ON runner_stake TO club_app;

-- What scratchings, abandonments and cancelled bets take out of a pool, whether paid back yet or not.
CREATE VIEW pool_gone AS
  SELECT p.id AS pool_id, (j.gone_cents + v.void_cents)::numeric AS gone_cents
  FROM pool p
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(greatest(coalesce(due_cents, 0), paid_cents)), 0) AS gone_cents
    FROM refund_job WHERE pool_id = p.id) j
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(stakes_cents), 0) AS void_cents FROM pool_void WHERE pool_id = p.id AND number = 0) v;
GRANT SELECT ON pool_gone TO club_app;

-- Gross of a pool: accepted stakes less what goes back.
CREATE VIEW pool_live AS
  SELECT s.pool_id, greatest(s.stakes_cents - g.gone_cents, 0)::bigint AS gross_cents, s.bets
  FROM pool_stake s JOIN pool_gone g ON g.pool_id = s.pool_id
  WHERE s.number = 0;
GRANT SELECT ON pool_live TO club_app;

-- Status of a bet follows from its pools and credits: rules.md section 4, "Scratchings, refunds, status of a bet".
CREATE VIEW bet_view AS
  SELECT b.*, c.payout_cents, c.refund_cents, c.last_credit_at,
    CASE
      WHEN c.is_void THEN 'void'
      WHEN c.refund_cents >= b.cost_cents THEN 'refunded'
      WHEN p.status IN ('OPEN', 'CLOSED') OR p2.status IN ('OPEN', 'CLOSED') THEN 'accepted'
      WHEN c.payout_cents > 0 THEN 'won'
      ELSE 'lost'
    END AS status
  FROM bet b
  JOIN pool p ON p.id = b.pool_id
  LEFT JOIN pool p2 ON p2.id = b.pool_id2
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(amount_cents) FILTER (WHERE kind = 'payout'), 0)::bigint AS payout_cents,
      coalesce(sum(amount_cents) FILTER (WHERE kind <> 'payout'), 0)::bigint AS refund_cents,
      coalesce(sum(amount_cents) FILTER (WHERE kind = 'void'), 0) > 0 AS is_void,
      max(at) AS last_credit_at
    FROM bet_credit WHERE bet_id = b.id
  ) c;
GRANT SELECT ON bet_view TO club_app;

-- What players call an order: a bet, or an All Up as a whole under the bet of its first leg. Later legs have no row. An
-- All Up was paid what its legs were given less what went on; it is won where anything of that is left.
CREATE VIEW order_view AS
  SELECT b.id, b.player_id, b.idem_key, b.fingerprint, CASE WHEN u.status IS NULL THEN b.bet_type ELSE 40::smallint END AS bet_type,
    b.race_id, b.race_id2, b.pool_id, b.pool_id2, b.selections, b.combinations, b.unit_stake_cents, b.unit_stake2_cents,
    b.cost_cents, b.cost2_cents, b.exchange_rate, b.accepted_at, b.nonce, b.receipt_hash,
    CASE WHEN u.status IS NULL THEN b.payout_cents WHEN u.status IN ('void', 'refunded') THEN 0
      ELSE greatest(u.back_cents, 0) END AS payout_cents,
    CASE WHEN u.status IS NULL THEN b.refund_cents WHEN u.status IN ('void', 'refunded') THEN greatest(u.back_cents, 0)
      ELSE 0 END AS refund_cents,
    CASE WHEN u.status IS NULL THEN b.last_credit_at ELSE u.decided_at END AS last_credit_at,
    coalesce(u.status, b.status) AS status
  FROM bet_view b
  LEFT JOIN LATERAL (SELECT l.leg FROM all_up_leg l WHERE l.bet_id = b.id LIMIT 1) x ON true
  LEFT JOIN LATERAL (
    SELECT CASE WHEN t.is_void THEN 'void' WHEN t.last = 'accepted' THEN 'accepted' WHEN t.is_back THEN 'refunded'
        WHEN t.back_cents > 0 THEN 'won' WHEN t.back_cents <= 0 THEN 'lost' END AS status, t.back_cents, t.decided_at
    FROM (SELECT bool_or(v.status = 'void') AS is_void, (array_agg(v.status ORDER BY l.leg DESC))[1] AS last,
        bool_and(v.status = 'refunded') AS is_back,
        (sum(v.payout_cents + v.refund_cents) - coalesce(sum(v.cost_cents) FILTER (WHERE l.leg > 1), 0))::bigint AS back_cents,
        (array_agg(coalesce(v.last_credit_at, r.settled_at) ORDER BY l.leg DESC))[1] AS decided_at
      FROM all_up_leg l JOIN bet_view v ON v.id = l.bet_id JOIN race r ON r.id = l.race_id
      WHERE x.leg = 1 AND l.order_id = b.id) t) u ON true
  WHERE x.leg IS NULL OR x.leg = 1;
GRANT SELECT ON order_view TO club_app;

-- Sport bets with their newest revision.
CREATE VIEW sport_bet_view AS
  SELECT b.*, coalesce(s.payout_cents, 0) AS payout_cents, coalesce(s.refund_cents, 0) AS refund_cents, s.at AS settled_at,
    s.reason AS void_reason, coalesce(s.revision, 0)::smallint AS revision, coalesce(s.status, 'accepted') AS status
  FROM sport_bet b
  LEFT JOIN LATERAL (SELECT * FROM sport_settled c WHERE c.bet_id = b.id ORDER BY c.revision DESC LIMIT 1) s ON true;
GRANT SELECT ON sport_bet_view TO club_app;

-- All bets, on races and on sports, as limits count them.
CREATE VIEW wager AS
  SELECT id, player_id, cost_cents, accepted_at FROM bet
  UNION ALL SELECT id, player_id, cost_cents, accepted_at FROM sport_bet;
GRANT SELECT ON wager TO club_app;

-- Credits of wagers; any kind but payout is a refund.
CREATE VIEW wager_credit AS
  SELECT bet_id, kind, amount_cents FROM bet_credit
  UNION ALL
  SELECT s.bet_id, v.kind, v.amount_cents FROM sport_settled s
  CROSS JOIN LATERAL (VALUES ('payout', s.payout_cents), ('refund', s.refund_cents)) v (kind, amount_cents)
  WHERE NOT EXISTS (SELECT FROM sport_settled n WHERE n.bet_id = s.bet_id AND n.revision > s.revision);
GRANT SELECT ON wager_credit TO club_app;

-- Every entry that moved the club's bank account, and the line of the bank that says so too; bank_cents as the bank
-- has it: above zero for money that came. An entry is found by its cause.
CREATE VIEW bank_entry AS
  SELECT e.id AS entry_id, e.at, e.kind, e.cause, e.reference, -p.amount_cents AS bank_cents, p.id AS posting_id,
    coalesce(t.player_id, w.player_id) AS player_id, t.method, l.id AS line_id, n.note
  FROM account a
  JOIN posting p ON p.account_id = a.id
  JOIN entry e ON e.id = p.entry_id
  LEFT JOIN top_up t ON e.kind = 'top_up' AND t.id = CASE WHEN e.cause ^@ 'topup:' THEN split_part(e.cause, ':', 2)::uuid END
  LEFT JOIN withdrawal w ON e.kind = 'withdrawal_paid'
    AND w.id = CASE WHEN e.cause ^@ 'withdrawal:' THEN split_part(e.cause, ':', 2)::uuid END
  LEFT JOIN payout_item i ON i.withdrawal_id = w.id AND i.is_live
  LEFT JOIN bank_line l ON l.top_up_id = t.id OR l.withdrawal_id = w.id OR l.payout_file_id = i.file_id
    OR l.id = CASE WHEN e.cause ^@ 'bank:' THEN split_part(e.cause, ':', 2)::uuid END
  LEFT JOIN bank_entry_note n ON n.entry_id = e.id
  WHERE a.kind = 'bank_clearing';
GRANT SELECT ON bank_entry TO club_app;

-- Canonical JSON (RFC 8785) of an entry with its lines [id, line, account, amount, balance], and with what it
-- vouches for: of a bet the columns that its leaf (the digest) does not hold, of a credit its row, of a pool's close
-- the plan that was paid by. So every column of entry, posting, bet and bet_credit is under the chain.
-- An entry that changes, or cancels, a bet in several pools says all of its credits; one of sports says what
-- sport_entry_text adds.
CREATE VIEW entry_text AS
  SELECT e.id, e.cause, '{"at":"' || iso_ms(e.at) || '"'
    || CASE WHEN b.id IS NULL THEN '' ELSE ',"bet":{"combinations":' || b.combinations
      || ',"cost2_cents":' || b.cost2_cents || ',"exchange_rate":"' || b.exchange_rate
      || '","fingerprint":"' || encode(b.fingerprint, 'hex')
      || '","key":' || coalesce(to_json(b.idem_key)::text, 'null') || ',"player_id":"' || b.player_id
      || '","pool_id":"' || b.pool_id || '","pool_id2":' || coalesce('"' || b.pool_id2 || '"', 'null')
      || ',"receipt_hash":"' || encode(b.receipt_hash, 'hex') || '"}' END
    || ',"cause":' || to_json(e.cause)::text
    || CASE WHEN c.bet_id IS NULL THEN '' ELSE ',"credit":{"amount_cents":' || c.amount_cents
      || ',"at":"' || iso_ms(c.at) || '","bet_id":"' || c.bet_id || '","kind":' || to_json(c.kind)::text
      || ',"pool_id":"' || c.pool_id || '"}' END
    || CASE WHEN e.kind NOT IN ('correction', 'void') THEN '' ELSE ',"credits":[' || coalesce((
        SELECT string_agg('{"amount_cents":' || x.amount_cents || ',"at":"' || iso_ms(x.at) || '","bet_id":"' || x.bet_id
          || '","kind":' || to_json(x.kind)::text || ',"pool_id":"' || x.pool_id || '"}', ',' ORDER BY x.pool_id, x.kind)
        FROM bet_credit x WHERE x.bet_id = bet_of_entry(e.kind, e.reference) AND x.cause = e.cause), '') || ']' END
    || ',"digest":' || coalesce('"' || encode(e.digest, 'hex') || '"', 'null')
    || ',"id":"' || e.id || '","kind":' || to_json(e.kind)::text
    || ',"lines":[' || coalesce(l.lines, '') || ']'
    || CASE WHEN s.id IS NULL THEN '' ELSE ',"plan":"'
      || encode(sha256(convert_to(s.facts::text || s.outcome::text, 'UTF8')), 'hex') || '"' END
    || ',"reference":' || coalesce(to_json(e.reference)::text, 'null')
    || CASE WHEN e.kind LIKE 'sport%' THEN sport_entry_text(e.id, e.kind, e.cause, e.at) ELSE '' END || '}' AS text
  FROM entry e
  LEFT JOIN bet b ON b.id = e.id AND e.kind = 'bet'
  LEFT JOIN bet_credit c ON c.bet_id = bet_of_entry(e.kind, e.reference) AND c.cause = e.cause
    AND e.kind NOT IN ('correction', 'void')
  LEFT JOIN settlement s ON s.pool_id = pool_of_entry(e.kind, e.cause)
    AND e.cause IN ('settle:' || s.pool_id || ':' || s.result_version || ':close',
      'settle:' || s.pool_id || ':' || s.race_id || '/' || s.result_version || ':close')
  CROSS JOIN LATERAL (
    SELECT string_agg('[' || p.id || ',' || p.line || ',' || p.account_id || ',' || p.amount_cents || ','
      || coalesce(p.balance_cents::text, 'null') || ']', ',' ORDER BY p.line) AS lines
    FROM posting p WHERE p.entry_id = e.id
  ) l;
GRANT SELECT ON entry_text TO club_app;

-- A channel with the race that it shows now: the one it names, or else the next of its track. That one is shown until
-- ten minutes after its start, two once it is settled.
CREATE VIEW channel_now AS
  SELECT c.*, r.id AS shown_race_id, r.number AS race_no, r.name AS race_name, r.start_time, r.status AS race_status,
    r.meetings
  FROM channel c
  LEFT JOIN LATERAL (
    SELECT x.id, x.number, x.name, x.start_time, x.status, m.name AS meetings
    FROM race x JOIN meeting m ON m.id = x.meeting_id
    WHERE x.status <> 'draft' AND CASE WHEN c.race_id IS NOT NULL THEN x.id = c.race_id
      ELSE m.code = c.venue_code AND m.date BETWEEN (club_now() - interval '1 day')::date AND (club_now() + interval '1 day')::date
        AND x.status <> 'abandoned' AND x.start_time > club_now() - interval '10 minutes'
        AND (x.status <> 'settled' OR x.start_time > club_now() - interval '2 minutes') END
    ORDER BY x.start_time LIMIT 1
  ) r ON true;
GRANT SELECT ON channel_now TO club_app;
