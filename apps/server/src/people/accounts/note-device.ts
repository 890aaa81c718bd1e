import { tellPlayer } from "../../tell/messages/tell-player.ts";
import type { TellContext } from "../../tell/messages/tell-player.ts";
import { lookupHash } from "../../core/kit/cipher.ts";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";

/**
 * Records from where a player signs up or in, as keyed hashes that are only compared: an inviter
 * and a friend at one address or on one device do not count as two people (promise S14). Many
 * phones report the same name, so a device is its name within its network.
 */
export async function noteDevice(
  ctx: Pick<AppContext, "secrets">,
  tx: Queryable,
  seen: { playerId: string; address: string; device: string | undefined },
): Promise<void> {
  const { address, device } = seen;
  const hash = (purpose: string, text: string) => lookupHash(ctx.secrets, purpose, text);
  await noteTrace(tx, seen.playerId, [
    { kind: "address", hash: hash("invite address", address) },
    ...(device === undefined
      ? []
      : [
          {
            kind: "device" as const,
            hash: hash("invite device", `${networkOf(address)} ${device}`),
          },
        ]),
  ]);
}

const SHOWN_CHARACTERS = 80;

/**
 * Tells a player of a sign-in from a device that none of the sessions still kept was opened on. The
 * address plays no part: a phone changes it several times a day.
 */
export async function tellNewDevice(
  ctx: TellContext,
  tx: Queryable,
  { playerId, device }: { playerId: string; device: string | undefined },
): Promise<void> {
  const { rows } = await tx.query<{ is_new: boolean }>(
    `SELECT coalesce(bool_and(device IS DISTINCT FROM left($2, 200)), false) AS is_new
     FROM session WHERE player_id = $1`,
    [playerId, device ?? null],
  );
  if (rows[0]?.is_new !== true) return;
  const facts = { device: (device ?? "?").slice(0, SHOWN_CHARACTERS) };
  await tellPlayer(ctx, tx, { playerId, kind: "new_device", facts });
}

const V4 = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/;

/** The network of an address: the first three bytes, or the first three groups. */
function networkOf(address: string): string {
  return V4.exec(address)?.[1] ?? address.split(":").slice(0, 3).join(":");
}

/** Records where a player was seen; the newest ten of each kind are kept. */
async function noteTrace(
  tx: Queryable,
  playerId: string,
  traces: readonly { kind: "address" | "device"; hash: Buffer }[],
): Promise<void> {
  await tx.query(
    `INSERT INTO player_trace (player_id, kind, hash)
     SELECT $1, t.kind, t.hash FROM unnest($2::text[], $3::bytea[]) t (kind, hash)
     ON CONFLICT (player_id, kind, hash) DO UPDATE SET last_at = club_now_ms()`,
    [playerId, traces.map(({ kind }) => kind), traces.map(({ hash }) => hash)],
  );
  await tx.query(
    `DELETE FROM player_trace t USING (
       SELECT kind, hash, row_number() OVER (PARTITION BY kind ORDER BY last_at DESC) AS n
       FROM player_trace WHERE player_id = $1) old
     WHERE t.player_id = $1 AND t.kind = old.kind AND t.hash = old.hash AND old.n > 10`,
    [playerId],
  );
}
