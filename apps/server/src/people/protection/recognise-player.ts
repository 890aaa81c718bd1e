import { decrypt, lookupHash } from "../../core/kit/cipher.ts";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { localRegister } from "./exclusion-register.ts";
import type { ExclusionRegister, PersonTraces, TraceKind } from "./exclusion-register.ts";
import { writeLog } from "./protection.queries.ts";
import { command, theValue } from "../../core/db/statements.ts";

interface PersonRow {
  full_name: string | null;
  birth_cipher: Buffer | null;
  phone_hash: Buffer | null;
  account_hash: Buffer | null;
  bar: string | null;
  review: string | null;
  was_cleared: boolean;
}

const READ_PERSON = `
  SELECT p.full_name, p.birth_cipher, p.phone_hash, b.account_hash, p.bar, p.review,
    EXISTS (SELECT FROM protection_log l WHERE l.player_id = p.id AND l.kind = 'review.cleared') AS was_cleared
  FROM player p LEFT JOIN bank_card b ON b.player_id = p.id WHERE p.id = $1`;

/**
 * Checks whether a register of excluded people lists this person, and if so holds the account for
 * review: no bets and no top-ups until an operator has looked (promise G8). Called at sign-up, at
 * sign-in and when name, date of birth or bank account are given, in the same transaction. An
 * account that was cleared once is not held again.
 */
export async function recognisePlayer(
  ctx: AppContext,
  tx: Queryable,
  ...[playerId, register = localRegister]: [playerId: string, register?: ExclusionRegister]
): Promise<void> {
  const person = await readPerson(ctx, tx, playerId);
  if (person === null) return;
  const { row, traces } = person;
  await tx.query(
    "UPDATE player SET identity_hash = $2 WHERE id = $1 AND identity_hash IS DISTINCT FROM $2",
    [playerId, traces.identity],
  );
  // An excluded player who gives a bank account to withdraw to is recognised by that too from now
  // on.
  if (row.bar === "exclusion") return await enlist(tx, playerId, traces);
  if (row.review !== null || row.was_cleared) return;
  const known = await register.find(tx, playerId, traces);
  if (known === null) return;
  await holdForReview(tx, playerId, known);
}

/** No bets and no top-ups until an operator has looked. The caller holds the player's lock. */
export async function holdForReview(tx: Queryable, playerId: string, by: TraceKind): Promise<void> {
  await tx.query("UPDATE player SET review = $2, marketing = false WHERE id = $1", [playerId, by]);
  await writeLog(tx, playerId, { kind: "review.held", detail: { by } });
}

/**
 * An exclusion begins: the person is listed for the future, and their other accounts are held now.
 */
export async function listAsExcluded(
  ctx: AppContext,
  tx: Queryable,
  playerId: string,
): Promise<void> {
  const person = await readPerson(ctx, tx, playerId);
  if (person === null) return;
  await enlist(tx, playerId, person.traces);
  await tx.query(HOLD_TWINS, [playerId, person.traces.identity, person.traces.account]);
}

const HOLD_TWINS = `
  WITH twin AS (
    SELECT p.id, CASE WHEN p.identity_hash = $2 THEN 'identity' ELSE 'account' END AS by
    FROM player p LEFT JOIN bank_card b ON b.player_id = p.id
    WHERE p.id <> $1 AND p.review IS NULL AND (p.identity_hash = $2 OR b.account_hash = $3)
  ), held AS (
    UPDATE player p SET review = t.by, marketing = false FROM twin t WHERE p.id = t.id
  )
  INSERT INTO protection_log (player_id, kind, detail)
  SELECT id, 'review.held', jsonb_build_object('by', by) FROM twin`;

/**
 * An account is closed while a break or a limit holds: whoever comes back with the same phone, bank
 * account, or name and date of birth before that would have been over is held for review.
 */
export async function listAsClosed(
  ctx: AppContext,
  tx: Queryable,
  playerId: string,
): Promise<void> {
  const until = await heldUntil(tx, playerId);
  const person = until === null ? null : await readPerson(ctx, tx, playerId);
  // An exclusion of the player is listed already, for longer.
  if (until === null || person === null || person.row.bar === "exclusion") return;
  await enlist(tx, playerId, person.traces, until);
}

/** The end of a break, and of the longest window in which a limit counts; null: neither holds. */
const heldUntil = theValue<Date | null, [playerId: string]>(`
  SELECT nullif(greatest(
    (SELECT bar_until FROM player WHERE id = $1 AND bar = 'time_out' AND bar_until > club_now()),
    (SELECT max(club_now() + CASE period WHEN 'day' THEN interval '1 day' WHEN 'week' THEN interval '7 days' ELSE interval '1 month' END)
      FROM player_limit WHERE player_id = $1 AND amount_cents IS NOT NULL)), 'infinity')`);

/** Removes the player from the list when an exclusion has ended. */
export const unlist = command<[playerId: string]>(
  "DELETE FROM exclusion_list WHERE source = 'player:' || $1",
);

const ENLIST = `
  INSERT INTO exclusion_list (kind, hash, source, until)
  SELECT t.kind, t.hash, 'player:' || p.id, coalesce($4::timestamptz, 'infinity')
  FROM player p, unnest($2::text[], $3::bytea[]) t (kind, hash) WHERE p.id = $1
  ON CONFLICT DO NOTHING`;

/** Listed until then; without an end until the person has returned, not only until the exclusion could end. */
async function enlist(
  tx: Queryable,
  ...[playerId, traces, until = null]: [string, PersonTraces, (Date | null)?]
): Promise<void> {
  const known = (Object.entries(traces) as [TraceKind, Buffer | null][]).filter(
    ([, hash]) => hash !== null,
  );
  const [kinds, hashes] = [known.map(([kind]) => kind), known.map(([, hash]) => hash)];
  await tx.query(ENLIST, [playerId, kinds, hashes, until]);
}

async function readPerson(
  ctx: AppContext,
  tx: Queryable,
  playerId: string,
): Promise<{ row: PersonRow; traces: PersonTraces } | null> {
  const { rows } = await tx.query<PersonRow>(READ_PERSON, [playerId]);
  const row = rows[0];
  if (row === undefined) return null;
  const identity = identityHash(ctx, playerId, row);
  return { row, traces: { phone: row.phone_hash, account: row.account_hash, identity } };
}

/** Hash of name and date of birth together; null while one is missing. Spelling does not matter. */
function identityHash(ctx: AppContext, playerId: string, row: PersonRow): Buffer | null {
  if (row.full_name === null || row.birth_cipher === null) return null;
  const place = { table: "player", column: "birth_cipher", id: playerId };
  const birth = decrypt(ctx.secrets, place, row.birth_cipher);
  return lookupHash(ctx.secrets, "identity", `${nameKeyOf(row.full_name)}|${birth}`);
}

/** "José  DE LA Cruz" and "de la cruz jose" are the same name. */
export function nameKeyOf(fullName: string): string {
  const plain = fullName.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).toSorted().join(" ");
}
