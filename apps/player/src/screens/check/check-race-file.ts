import type { CheckLine, PoolCode, PoolStatus } from "@club/domain";
import { trustedScriptUrl } from "../../trusted-url.ts";
import { clubKeys } from "./club-keys.ts";

/** What the phone computed of a race; null: the file is damaged. */
export type Checked = {
  readonly lines: readonly CheckLine[];
  readonly pools: readonly {
    readonly pool: PoolCode;
    readonly status: PoolStatus | "OPEN" | "CLOSED";
  }[];
  readonly root: { readonly bets: number; readonly closedAt: string; readonly root: string } | null;
} | null;

const KEPT = "club-checks";
const MOST_KEPT = 20;
const TIMEOUT_MS = 20_000;

/** The file of a race, from this phone where it was loaded before and there is no connection. */
export async function loadRaceFile(raceId: string, version: string): Promise<string> {
  const address = `/api/events/race/${encodeURIComponent(raceId)}/check?v=${encodeURIComponent(version)}`;
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await fetch(address, { credentials: "omit", signal });
    if (!answer.ok) throw new Error(`the file answers ${answer.status}`);
    const text = await answer.text();
    await keep(address, text);
    return text;
  } catch (error) {
    const kept = await readKept(address);
    if (kept === null) throw error;
    return kept;
  }
}

/** Public files alone are kept: nothing in them is of a player. */
async function keep(address: string, text: string): Promise<void> {
  if (!("caches" in globalThis)) return;
  try {
    const cache = await caches.open(KEPT);
    await cache.put(address, new Response(text));
    const all = await cache.keys();
    for (const old of all.slice(0, Math.max(0, all.length - MOST_KEPT))) await cache.delete(old);
  } catch (error) {
    console.info("kept files", error);
  }
}

async function readKept(address: string): Promise<string | null> {
  if (!("caches" in globalThis)) return null;
  const found = await caches.open(KEPT).then((cache) => cache.match(address));
  return found === undefined ? null : await found.text();
}

/** Computes a race again from its file, in a worker. */
export async function checkRaceFileHere(text: string): Promise<Checked> {
  const keys = await clubKeys();
  const { default: address } = await import("./check.worker.ts?worker&url");
  const worker = new Worker(trustedScriptUrl(address), { type: "module" });
  try {
    return await new Promise<Checked>((resolve, reject) => {
      worker.addEventListener("message", ({ data }: MessageEvent<Checked>) => resolve(data));
      worker.addEventListener("error", (event) => reject(new Error(event.message)));
      worker.postMessage({ text, keys });
    });
  } finally {
    worker.terminate();
  }
}
