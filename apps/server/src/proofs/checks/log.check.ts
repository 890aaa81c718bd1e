import { createPublicKey, type KeyObject, verify } from "node:crypto";
import {
  NO_ROOT_BEFORE,
  type SignedRoot,
  leafBytes,
  logText,
  readSignedRoot,
  signedText,
} from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";
import { sha256 } from "../tree/bet-tree.ts";
import { MOST_FOUND } from "./check.ts";
import type { Check } from "./check.ts";

const SIZE = 500;
/** The prefix of a public key in SPKI (RFC 8410). */
const SPKI_HEAD = Buffer.from("302a300506032b6570032100", "hex");

interface LogRow {
  readonly seq: bigint;
  readonly subject_id: string;
  readonly body: string;
  readonly hash: Buffer;
  readonly leaf: Buffer;
}

const ROWS = `SELECT seq, subject_id, body, hash, leaf FROM signed_root WHERE seq > $1 ORDER BY seq LIMIT $2`;

/** What is frozen now, compared with its newest signed root: a race, or a sports event. */
const FROZEN = `
  SELECT 'signed root of ' || f.format || ' ' || f.id || ': ' || CASE
      WHEN s.body IS NULL THEN 'it is frozen and stands in no log'
      ELSE 'the log says another root, number of bets, stakes or close' END AS found
  FROM (
    SELECT race_id AS id, 'club-root/1' AS format, bets, root, pools, closed_at FROM race_root
    UNION ALL
    SELECT event_id, 'club-event-root/1', bets, root, pools, closed_at FROM sport_root) f
  LEFT JOIN LATERAL (SELECT body::jsonb AS body FROM signed_root WHERE subject_id = f.id ORDER BY seq DESC LIMIT 1) s ON true
  WHERE s.body IS NULL OR s.body ->> 'format' <> f.format OR s.body ->> 'root' <> encode(f.root, 'hex')
    OR (s.body ->> 'bets')::bigint <> f.bets OR s.body -> 'pools' <> f.pools
    OR (s.body ->> 'closed_at')::timestamptz <> f.closed_at
  ORDER BY f.id LIMIT ${MOST_FOUND}`;

/**
 * The log of signed roots: gapless, each linked to the last, signed, and equal to what is frozen.
 */
export const logCheck: Check = {
  name: "log",
  run: async (tx) => {
    const keys = await readKeys(tx);
    const found: string[] = [];
    let last = { seq: 0n, hash: NO_ROOT_BEFORE };
    for (;;) {
      const { rows } = await tx.query<LogRow>(ROWS, [last.seq, SIZE]);
      for (const row of rows) {
        const why = findFault(row, last, keys);
        if (why !== null) found.push(`signed root ${row.seq}: ${why}`);
        last = { seq: row.seq, hash: row.hash.toString("hex") };
      }
      if (rows.length < SIZE) break;
    }
    const { rows: frozen } = await tx.query<{ found: string }>(FROZEN);
    found.push(...frozen.map((row) => row.found));
    return { rows: Number(last.seq), found: found.slice(0, MOST_FOUND) };
  },
};

async function readKeys(tx: Queryable): Promise<ReadonlyMap<string, KeyObject>> {
  const { rows } = await tx.query<{ key_id: string; public_key: Buffer }>(
    "SELECT key_id, public_key FROM signing_key",
  );
  return new Map(
    rows.map(({ key_id, public_key }) => {
      const key = Buffer.concat([SPKI_HEAD, public_key]);
      return [key_id, createPublicKey({ key, format: "der", type: "spki" })];
    }),
  );
}

function findFault(
  row: LogRow,
  before: { readonly seq: bigint; readonly hash: string },
  keys: ReadonlyMap<string, KeyObject>,
): string | null {
  const root = readBody(row.body);
  if (root === null) return "it cannot be read";
  if (row.seq !== before.seq + 1n) return "one before it is missing";
  if (root.previous !== before.hash) return "it does not follow the one before";
  if (root.race_id !== row.subject_id) return "it is of another race or event";
  const isSame =
    row.hash.equals(sha256(Buffer.from(row.body))) && row.leaf.equals(sha256(leafBytes(row.body)));
  if (!isSame) return "its text does not fit its hash";
  const key = keys.get(root.key_id);
  if (key === undefined) return `there is no key ${root.key_id}`;
  const signature = Buffer.from(root.signature, "base64");
  return verify(null, Buffer.from(signedText(root)), key, signature)
    ? null
    : "the signature does not fit";
}

/** Anything but the canonical text of a signed root is rejected. */
function readBody(body: string): SignedRoot | null {
  try {
    const root = readSignedRoot(JSON.parse(body), "signed_root");
    return logText(root) === body ? root : null;
  } catch {
    return null;
  }
}
