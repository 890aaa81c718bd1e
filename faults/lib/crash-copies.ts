import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { type FreshDatabase, freshDatabase } from "../../apps/server/src/test/database.ts";

const NODE = join(import.meta.dirname, "../../node_modules/node/bin/node");

export interface ChildEnd {
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
}

/**
 * Runs a script of this folder in a process of its own, to be killed at a crash point (`NAME`, or
 * `NAME:3` for the third time it is passed). A script that fails by itself is a bug of the test.
 */
export async function runToDie(script: string, order: unknown, crashAt = ""): Promise<ChildEnd> {
  const path = join(import.meta.dirname, script);
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(existsSync(NODE) ? NODE : process.execPath, [path, JSON.stringify(order)], {
    env: { PATH, NODE_COMPILE_CACHE, NODE_ENV: "test", CLUB_CRASH_AT: crashAt },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let trouble = "";
  child.stdout.on("data", (piece: Buffer) => (output += piece.toString()));
  child.stderr.on("data", (piece: Buffer) => (trouble += piece.toString()));
  const [code, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
  if (signal === null && code !== 0) throw new Error(`${script} failed: ${trouble}`);
  return { signal, output };
}

/** A copy of a database; nobody may be connected to the original. */
export async function copyOf(from: FreshDatabase): Promise<FreshDatabase> {
  return await freshDatabase(from.name);
}

export async function queryCopy(
  copy: FreshDatabase,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: copy.adminUrl });
  await client.connect();
  try {
    return (await client.query(sql, [...values])).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

const RACING = `SELECT concat_ws(' ',
  (SELECT md5(string_agg(concat_ws('|', coalesce(l.name, e.cause), e.kind, coalesce(l.name, e.reference), a.kind, a.player_id,
     a.pool_id, a.pool_code, p.line, p.amount_cents), E'\\n' ORDER BY coalesce(l.name, e.cause), p.line))
    FROM entry e JOIN posting p ON p.entry_id = e.id JOIN account a ON a.id = p.account_id
    LEFT JOIN (SELECT bet_id, order_id || ' leg ' || leg AS name FROM all_up_leg WHERE leg > 1) l ON l.bet_id = e.id),
  (SELECT string_agg(concat_ws('|', leg, bet_id IS NOT NULL, not_staked), ',' ORDER BY order_id, leg) FROM all_up_leg),
  (SELECT md5(string_agg(concat_ws('|', bet_id, cause, kind, pool_id, amount_cents), E'\\n' ORDER BY bet_id, cause))
    FROM bet_credit),
  (SELECT md5(string_agg(concat_ws('|', player_id, cash_cents), E'\\n' ORDER BY player_id)) FROM wallet),
  (SELECT string_agg(concat_ws('|', code, status), ',' ORDER BY race_id, code) FROM pool),
  (SELECT string_agg(status, ',' ORDER BY id) FROM race),
  (SELECT string_agg(concat_ws('|', result_version, step, paid_cents, refunded_cents), ',' ORDER BY pool_id, result_version)
    FROM settlement),
  (SELECT md5(string_agg(concat_ws('|', player_id, bet_id, pool_id, old_cents, new_cents, borne_cents, is_done), E'\\n'
     ORDER BY bet_id, pool_id)) FROM correction_line),
  (SELECT string_agg(step, ',' ORDER BY race_id, version) FROM correction),
  (SELECT string_agg(concat_ws('|', version, stage, reason), ',' ORDER BY race_id, version) FROM result),
  'sum', (SELECT sum(amount_cents) FROM posting),
  'escrow', (SELECT sum(amount_cents) FROM posting p JOIN account a ON a.id = p.account_id AND a.kind = 'escrow'),
  'running', (SELECT count(*) FROM (SELECT balance_cents, sum(amount_cents)
    OVER (PARTITION BY account_id ORDER BY posting.id) AS said
    FROM posting JOIN account a ON a.id = posting.account_id AND a.kind = 'cash') b WHERE balance_cents <> said)
  ) AS digest`;

/**
 * All money and every state of racing, without what may differ: ids of entries and of the bets that
 * legs of All Ups became, instants, order.
 */
export async function racingDigest(copy: FreshDatabase): Promise<string> {
  const [row] = await queryCopy(copy, RACING);
  return String(row?.["digest"]);
}
