import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { perServer } from "../../core/kit/per-server.ts";
import { SingleFlight } from "../../core/kit/single-flight.ts";
import { askWorker } from "../../core/kit/worker.ts";
import { betCounts } from "../pools/tally-pool.ts";
import type { ComposedFile } from "./compose-file.ts";
import {
  composeRaceFile,
  type EqualBets,
  type FileOrder,
  type FileParts,
} from "./compose-race-file.ts";
import {
  readFilePools,
  readFileRace,
  readFileState,
  readStoredFile,
  storeFile,
} from "./race-file.queries.ts";
import { readSigningKey } from "../signing/signing-keys.ts";

/** Beyond so many different bets the file is made by a thread of its own. */
const INLINE_BETS = 200;
const FILE_WORKER = new URL("./race-file.worker.ts", import.meta.url);

export interface RaceFileAnswer extends Omit<ComposedFile, "size"> {
  /** Nothing about it will change any more, but for a correction. */
  readonly isFinal: boolean;
}

/** One making of a file at a time in this process. */
const makingOf = perServer(() => new SingleFlight<ComposedFile>());

/**
 * The public file of a race that is closed, from the copy of its last making where nothing has
 * changed since. @throws not_found, race.state while bets are taken
 */
export async function publicRaceFile(
  ctx: Pick<AppContext, "db" | "secrets">,
  raceId: string,
): Promise<RaceFileAnswer> {
  const found = await readFileState(ctx.db.browsing, raceId);
  if (found === null) throw new Refusal("not_found");
  if (found.status === "open") {
    throw new Refusal("race.state", { race_id: raceId, status: found.status });
  }
  const stored = await readStoredFile(ctx.db.browsing, raceId);
  const { state } = found;
  const file =
    stored?.state === state
      ? stored
      : await makingOf(ctx).run(`${raceId} ${state}`, async () => await make(ctx, raceId, state));
  return { body: file.body, digest: file.digest, isFinal: found.is_final };
}

async function make(
  ctx: Pick<AppContext, "db" | "secrets">,
  raceId: string,
  state: string,
): Promise<ComposedFile> {
  const parts = await readFileParts(ctx.db.jobs, raceId);
  const bets = parts.pools.reduce((sum, each) => sum + each.bets.length, 0);
  const order = { parts, key: await readSigningKey(ctx.db.jobs, ctx.secrets) };
  const file =
    bets <= INLINE_BETS
      ? composeRaceFile(order)
      : await askWorker<FileOrder, ComposedFile>(FILE_WORKER, order);
  const body = Buffer.from(file.body);
  const digest = Buffer.from(file.digest);
  // What was read may be newer than the state that asked for it: then the next one makes it again.
  await storeFile(ctx.db.jobs, raceId, { state, body, digest, size: file.size });
  return { ...file, body, digest };
}

/** What the file of a race is made of, from stored facts: rules, result, plans and bets. */
export async function readFileParts(db: Queryable, raceId: string): Promise<FileParts> {
  const race = await readFileRace(db, raceId);
  if (race === null) throw new Refusal("not_found");
  const pools: { row: FileParts["pools"][number]["row"]; bets: EqualBets[] }[] = [];
  for (const row of await readFilePools(db, raceId)) {
    pools.push({ row, bets: await readEqualBets(db, row) });
  }
  return { race, pools };
}

async function readEqualBets(
  db: Queryable,
  pool: FileParts["pools"][number]["row"],
): Promise<EqualBets[]> {
  const counted = new Map<string, EqualBets>();
  for await (const counts of betCounts(db, { pool })) {
    for (const { bet_type, selections, unit, times } of counts) {
      const key = `${bet_type} ${unit} ${selections}`;
      const before = counted.get(key)?.[3] ?? 0;
      counted.set(key, [bet_type as number, selections, unit, before + times]);
    }
  }
  return [...counted.values()];
}
