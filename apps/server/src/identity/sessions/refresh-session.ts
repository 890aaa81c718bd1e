import type { Role } from "@club/contract";
import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { withTransaction } from "../../core/db/connect.ts";
import { hashToken, isToken, newToken } from "./token.ts";

/** Whose session was refreshed. */
export interface Refreshed {
  accessToken: string;
  refreshToken: string;
  playerId: string | null;
  operator: { id: string; userName: string; roles: Role[] } | null;
}

type Outcome = { kind: "refreshed"; session: Refreshed } | { kind: "ended" } | { kind: "unknown" };

interface SessionRow {
  id: string;
  player_id: string | null;
  operator_id: string | null;
  is_good: boolean;
}

interface TokenRow {
  parent: Buffer | null;
  is_used: boolean;
  is_retired: boolean;
}

/** A player's session ends 30 days after the last action; an operator's after 30 minutes, and 12 hours at most. */
const LOCK_SESSION = `
  SELECT s.id, s.player_id, s.operator_id, s.ended_at IS NULL AND CASE WHEN s.player_id IS NOT NULL
      THEN s.last_action_at > club_now() - interval '30 days'
      ELSE s.last_action_at > club_now() - interval '30 minutes' AND s.created_at > club_now() - interval '12 hours'
    END AS is_good
  FROM session s WHERE s.id = (SELECT session_id FROM session_refresh WHERE hash = $1)
  FOR NO KEY UPDATE`;

const READ_TOKEN = `
  SELECT parent, used_at IS NOT NULL AS is_used, retired_at IS NOT NULL AS is_retired
  FROM session_refresh WHERE hash = $1`;

const END_FAMILY =
  "UPDATE session SET ended_at = club_now_ms(), end_reason = 'reuse' WHERE id = $1";

/** Retires the previous token and its other successors. */
const RETIRE = `
  UPDATE session_refresh SET retired_at = club_now_ms()
  WHERE session_id = $1 AND (hash = $2 OR parent = $2) AND hash <> $3 AND retired_at IS NULL`;

const ROTATE = `
  WITH used AS (
    UPDATE session_refresh SET used_at = club_now_ms() WHERE hash = $2 AND used_at IS NULL
  ), next AS (
    INSERT INTO session_refresh (hash, session_id, parent) VALUES ($3, $1, $2)
  )
  INSERT INTO session_access (hash, session_id, expires_at) VALUES ($4, $1, club_now_ms() + interval '15 minutes')`;

const READ_OPERATOR =
  "SELECT id, user_name, roles FROM operator WHERE id = $1 AND status = 'active'";

/**
 * Calls with one token wait for the same row, so beyond two they wait before they take a connection.
 * A person's tabs ask at once; more than that is no person.
 */
const OF_ONE_TOKEN = { name: "refresh", turns: { atOnce: 2, inLine: 8 } };

/**
 * A new pair of tokens for a refresh token (promise S2). The previous token stays good until one of
 * its successors is first used here: then it and its other successors are retired. A retired token
 * that comes back has been copied, so the whole family ends.
 *
 * @throws session.expired for a token that is unknown, retired or too old; club.busy
 */
export async function refreshSession(
  ctx: Pick<AppContext, "db" | "concurrency">,
  token: string,
  kind: "player" | "operator",
): Promise<Refreshed> {
  if (!isToken(token)) throw new Refusal("session.expired");
  const hash = hashToken(token);
  const pool = kind === "player" ? ctx.db.browsing : ctx.db.operators;
  // The end of a family must be kept, so the refusal comes after the commit.
  const outcome = await ctx.concurrency.run(
    OF_ONE_TOKEN,
    hash.toString("base64"),
    async () => await withTransaction(pool, async (tx) => await rotate(tx, hash, kind)),
  );
  if (outcome.kind !== "refreshed") throw new Refusal("session.expired");
  return outcome.session;
}

async function rotate(tx: Queryable, hash: Buffer, kind: "player" | "operator"): Promise<Outcome> {
  const { rows: sessions } = await tx.query<SessionRow>(LOCK_SESSION, [hash]);
  const session = sessions[0];
  const isOfKind = (session?.player_id !== null) === (kind === "player");
  if (session === undefined || !isOfKind || !session.is_good) return { kind: "unknown" };
  const { rows: tokens } = await tx.query<TokenRow>(READ_TOKEN, [hash]);
  const token = tokens[0];
  if (token === undefined) return { kind: "unknown" };
  if (token.is_retired) {
    await tx.query(END_FAMILY, [session.id]);
    return { kind: "ended" };
  }
  if (!token.is_used && token.parent !== null) {
    await tx.query(RETIRE, [session.id, token.parent, hash]);
  }
  return await issue(tx, session, hash);
}

async function issue(tx: Queryable, session: SessionRow, hash: Buffer): Promise<Outcome> {
  const operator =
    session.operator_id === null ? null : await readOperator(tx, session.operator_id);
  if (session.operator_id !== null && operator === null) return { kind: "unknown" };
  const refresh = newToken();
  const access = newToken();
  await tx.query(ROTATE, [session.id, hash, refresh.hash, access.hash]);
  return {
    kind: "refreshed",
    session: {
      accessToken: access.token,
      refreshToken: refresh.token,
      playerId: session.player_id,
      operator,
    },
  };
}

async function readOperator(tx: Queryable, id: string): Promise<Refreshed["operator"]> {
  const { rows } = await tx.query<{ id: string; user_name: string; roles: Role[] }>(READ_OPERATOR, [
    id,
  ]);
  const row = rows[0];
  return row === undefined ? null : { id: row.id, userName: row.user_name, roles: row.roles };
}
