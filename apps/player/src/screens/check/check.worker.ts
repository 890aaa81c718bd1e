import { type ClubKey, FormatError, checkRaceFile, readRaceFile } from "@club/domain";
import type { Checked } from "./check-race-file.ts";
import { PHONE_TOOLS } from "./phone-tools.ts";

interface Asked {
  readonly text: string;
  readonly keys: readonly ClubKey[] | null;
}

/** Everything is computed here, off the thread that draws. */
async function check({ text, keys }: Asked): Promise<Checked> {
  try {
    const file = readRaceFile(JSON.parse(text));
    const lines = await checkRaceFile(file, keys, PHONE_TOOLS);
    const { root } = file;
    return {
      lines,
      pools: file.pools.map(({ pool, status }) => ({ pool, status })),
      root: root && { bets: root.bets, closedAt: root.closed_at, root: root.root },
    };
  } catch (error) {
    if (error instanceof FormatError || error instanceof SyntaxError) return null;
    throw error;
  }
}

addEventListener("message", ({ data }: MessageEvent<Asked>) => {
  void check(data).then((checked) => postMessage(checked));
});
