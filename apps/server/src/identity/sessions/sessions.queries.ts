import type { Role } from "@club/contract";
import type { Queryable } from "../../core/db/connect.ts";
import type { SessionOperator, SessionPlayer } from "../../core/http/authentication.ts";
import { command } from "../../core/db/statements.ts";

export interface Verified<Person> {
  person: Person;
  /** How long the access token is still good. */
  leftMs: number;
}

const FIND_PLAYERS = `
  SELECT encode(t.hash, 'base64') AS key, s.id AS session_id, p.id, p.user_name, p.language,
    player_verdict('active', p.bar, p.bar_until, NULL, club_now()) AS barred_by,
    s.last_action_at < club_now() - interval '1 minute' AS is_quiet,
    extract(epoch FROM t.expires_at - club_now()) * 1000 AS left_ms
  FROM session_access t
  JOIN session s ON s.id = t.session_id
  JOIN player p ON p.id = s.player_id
  WHERE t.hash = ANY ($1) AND t.expires_at > club_now() AND s.ended_at IS NULL`;

const FIND_OPERATORS = `
  SELECT encode(t.hash, 'base64') AS key, s.id AS session_id, o.id, o.user_name, o.roles,
    ARRAY(SELECT DISTINCT unnest(r.calls) FROM operator_role r WHERE r.id = ANY (o.own_roles)) AS own_calls,
    extract(epoch FROM club_now() - s.proved_at) AS proved_seconds,
    s.last_action_at < club_now() - interval '1 minute' AS is_quiet,
    extract(epoch FROM t.expires_at - club_now()) * 1000 AS left_ms
  FROM session_access t
  JOIN session s ON s.id = t.session_id
  JOIN operator o ON o.id = s.operator_id
  WHERE t.hash = ANY ($1) AND t.expires_at > club_now() AND s.ended_at IS NULL AND o.status = 'active'
    AND s.last_action_at > club_now() - interval '30 minutes' AND s.created_at > club_now() - interval '12 hours'`;

interface Row {
  key: string;
  session_id: string;
  is_quiet: boolean;
  id: string;
  user_name: string;
  left_ms: string;
}

/** Players by the hashes (base64) of their access tokens, served by the primary keys; takes no lock. */
export async function findPlayers(
  db: Queryable,
  keys: string[],
): Promise<Map<string, Verified<SessionPlayer>>> {
  const { rows } = await db.query<Row & { language: string; barred_by: string | null }>(
    { name: "session-players", text: FIND_PLAYERS },
    [keys.map((key) => Buffer.from(key, "base64"))],
  );
  return new Map(
    rows.map((row) => [
      row.key,
      {
        person: { ...personOf(row), language: row.language, barredBy: row.barred_by },
        leftMs: Number(row.left_ms),
      },
    ]),
  );
}

/**
 * Operators by the hashes of their access tokens. A session ends after 30 minutes idle, and after
 * 12 hours at most.
 */
export async function findOperators(
  db: Queryable,
  keys: string[],
): Promise<Map<string, Verified<SessionOperator>>> {
  const { rows } = await db.query<
    Row & { roles: Role[]; own_calls: string[]; proved_seconds: string | null }
  >({ name: "session-operators", text: FIND_OPERATORS }, [
    keys.map((key) => Buffer.from(key, "base64")),
  ]);
  return new Map(
    rows.map((row) => [
      row.key,
      {
        person: {
          ...personOf(row),
          roles: row.roles,
          ownCalls: row.own_calls,
          provedSeconds: row.proved_seconds === null ? null : Number(row.proved_seconds),
        },
        leftMs: Number(row.left_ms),
      },
    ]),
  );
}

/** For the reality check, an action after a pause of 15 minutes begins a new session. */
const TOUCH = `
  UPDATE session s SET last_action_at = club_now_ms(),
    active_since = CASE WHEN s.last_action_at < club_now() - interval '15 minutes'
      THEN club_now_ms() ELSE s.active_since END,
    active_from_posting = CASE WHEN s.last_action_at < club_now() - interval '15 minutes'
      THEN coalesce((SELECT max(p.id) FROM wallet w JOIN posting p ON p.account_id = w.cash_account
        WHERE w.player_id = s.player_id), 0)
      ELSE s.active_from_posting END
  WHERE s.id IN (SELECT id FROM session WHERE id = ANY ($1) AND ended_at IS NULL ORDER BY id FOR NO KEY UPDATE)`;

/** Records actions of sessions, locked in order of id. */
export const touchSessions = command<[ids: string[]]>({ name: "session-touch", text: TOUCH });

function personOf(row: Row): Omit<SessionPlayer, "language" | "barredBy"> {
  return {
    id: row.id,
    sessionId: row.session_id,
    userName: row.user_name,
    isQuiet: row.is_quiet,
  };
}
