import {
  type ClubKey,
  FormatError,
  type SignedRoot,
  checkEventFile,
  checkRaceFile,
  readEventFile,
  readRaceFile,
} from "@club/domain";
import type { Checked, CheckedEvent } from "./check-race-file.ts";
import { PHONE_TOOLS } from "./phone-tools.ts";

interface Asked {
  readonly kind: "race" | "event";
  readonly text: string;
  readonly keys: readonly ClubKey[] | null;
}

/** Everything is computed here, off the thread that draws. */
async function check(asked: Asked): Promise<Checked | CheckedEvent> {
  try {
    return asked.kind === "race" ? await checkRaceText(asked) : await checkEventText(asked);
  } catch (error) {
    if (error instanceof FormatError || error instanceof SyntaxError) return null;
    throw error;
  }
}

async function checkRaceText({ text, keys }: Asked): Promise<Checked> {
  const file = readRaceFile(JSON.parse(text));
  return {
    lines: await checkRaceFile(file, keys, PHONE_TOOLS),
    pools: file.pools.map(({ pool, status, leg1_race_id: leg1, leg_race_ids: legs }) => {
      const pair = leg1 === undefined ? [] : [leg1, file.race.race_id];
      return { pool, status, races: legs ?? pair };
    }),
    root: rootOf(file.root),
  };
}

async function checkEventText({ text, keys }: Asked): Promise<CheckedEvent> {
  const file = readEventFile(JSON.parse(text));
  return { lines: await checkEventFile(file, keys, PHONE_TOOLS), root: rootOf(file.root) };
}

function rootOf(root: SignedRoot | null) {
  return root && { bets: root.bets, closedAt: root.closed_at, root: root.root };
}

addEventListener("message", ({ data }: MessageEvent<Asked>) => {
  // What a promise rejects with is no error of the worker by itself, and its page would wait for ever.
  void check(data).then((checked) => postMessage(checked), reportError);
});
