import type { Queryable } from "../../core/db/connect.ts";

/** What a person can be recognised by: keyed hashes, never the data itself. */
export interface PersonTraces {
  readonly phone: Buffer | null;
  readonly account: Buffer | null;
  readonly identity: Buffer | null;
}
export type TraceKind = keyof PersonTraces;

/**
 * A register of people who excluded themselves. The club's own list is the default; a national one
 * is another implementation of the same look-up.
 */
export interface ExclusionRegister {
  /** What the person is recognised by, or null. Entries of `playerId` itself do not count. */
  find(tx: Queryable, playerId: string, traces: PersonTraces): Promise<TraceKind | null>;
}

const FIND = `
  SELECT kind FROM exclusion_list
  WHERE until > club_now() AND source <> 'player:' || $1
    AND ((kind = 'phone' AND hash = $2) OR (kind = 'account' AND hash = $3) OR (kind = 'identity' AND hash = $4))
  ORDER BY kind LIMIT 1`;

/** The club's own list: players who excluded themselves here, and rows imported from elsewhere. */
export const localRegister: ExclusionRegister = {
  async find(tx, playerId, traces) {
    const { rows } = await tx.query<{ kind: TraceKind }>(FIND, [
      playerId,
      traces.phone,
      traces.account,
      traces.identity,
    ]);
    return rows[0]?.kind ?? null;
  },
};
