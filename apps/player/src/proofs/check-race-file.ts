import type { CheckLine, PoolCode, PoolStatus } from "@club/domain";
import { trustedScriptUrl } from "../device/trusted-url.ts";
import { clubKeys } from "./club-keys.ts";

type Root = { readonly bets: number; readonly closedAt: string; readonly root: string };

/** What the phone computed of a sports event; null: the file is damaged. */
export type CheckedEvent = {
  readonly lines: readonly CheckLine[];
  readonly root: Root | null;
} | null;

/** What the phone computed of a race; null: the file is damaged. */
export type Checked = {
  readonly lines: readonly CheckLine[];
  readonly pools: readonly {
    readonly pool: PoolCode;
    readonly status: PoolStatus | "OPEN" | "CLOSED";
    /** The ids of its legs; of a pool of one race none. */
    readonly races: readonly string[];
  }[];
  readonly root: Root | null;
} | null;

const KEPT = "club-checks";
const MOST_KEPT = 20;
const TIMEOUT_MS = 20_000;

/** The file of a race; without a connection, this phone's copy where it was loaded before. */
export async function loadRaceFile(raceId: string, version: string): Promise<string> {
  const path = `/api/events/race/${encodeURIComponent(raceId)}/check`;
  return await loadFile(`${path}?v=${encodeURIComponent(version)}`);
}

/** The file of a sports event, likewise. */
export async function loadEventFile(eventId: string, version: string): Promise<string> {
  const path = `/api/sport/${encodeURIComponent(eventId)}/check`;
  return await loadFile(`${path}?v=${encodeURIComponent(version)}`);
}

async function loadFile(address: string): Promise<string> {
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

/** Only public files are kept: nothing in them is about a player. */
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
  return await checkHere<Checked>("race", text);
}

/** Computes a sports event again from its file, in a worker. */
export async function checkEventFileHere(text: string): Promise<CheckedEvent> {
  return await checkHere<CheckedEvent>("event", text);
}

async function checkHere<T>(kind: "race" | "event", text: string): Promise<T> {
  const keys = await clubKeys();
  const { default: address } = await import("./check.worker.ts?worker&url");
  const worker = new Worker(trustedScriptUrl(address), { type: "module" });
  try {
    return await new Promise<T>((resolve, reject) => {
      worker.addEventListener("message", ({ data }: MessageEvent<T>) => resolve(data));
      worker.addEventListener("error", (event) => reject(new Error(event.message)));
      worker.postMessage({ kind, text, keys });
    });
  } finally {
    worker.terminate();
  }
}
