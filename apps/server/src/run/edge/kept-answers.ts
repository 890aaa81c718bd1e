import { Refusal } from "@club/domain";
import { SingleFlight } from "../../core/kit/per-server.ts";
import type { AskClub, ClubAnswer } from "./ask-club.ts";

/** What a reader asks for. */
export interface Asked {
  /** With its query, in the one spelling that there is. */
  readonly path: string;
  /** All that is sent on of a reader and may change an answer. */
  readonly choice: Readonly<Record<string, string>>;
  /** For the club's limits by address alone; no answer depends on it. */
  readonly address: string;
}

/** A public answer of the club. */
export interface Kept {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** When the club gave it, or said that it still holds. */
  readonly atMs: number;
  readonly freshUntilMs: number;
  /** Until then it may be handed out while the next one is fetched. */
  readonly staleUntilMs: number;
}

/** How an answer was found. */
export type Found = "kept" | "fetched" | "stale" | "refused";

interface Options {
  readonly mostBytes?: number;
  readonly now?: () => number;
  readonly onFound?: (found: Found) => void;
}

/** What is known of a path: it varies with these headers, or this is its answer, or it is not for everybody. */
type Entry =
  | { readonly vary: readonly string[] }
  | { readonly kept: Kept }
  | { readonly notUntilMs: number };

const MOST_BYTES = 256 * 1024 * 1024;
/** What an entry takes beside its body. */
const ENTRY_BYTES = 2048;
/** The file of a settled race may be kept for a year, and changes with a correction all the same. */
const MOST_FRESH_MS = 60_000;
/** A club that is away is covered for so long. */
const COVERS_MS = 60_000;
/** One that did not answer is not asked again before. */
const AWAY_MS = 1000;
/** What is not for everybody is not asked for again before. */
const NOT_PUBLIC_MS = 1000;
const S = 1000;
const OK = 200;
const UNCHANGED = 304;
const TOO_MANY = 429;
const BROKEN = 500;

/** The club's headers that go to readers. */
const HANDED_ON = [
  "content-type",
  "content-encoding",
  "content-security-policy",
  "cache-control",
  "etag",
  "vary",
  "last-modified",
  "access-control-allow-origin",
  "access-control-expose-headers",
  "cross-origin-resource-policy",
] as const;

/**
 * What everybody may read of the club, kept for as long as the club says. However many ask for the
 * same, one request reaches the club. What the club does not mark as public is never handed on.
 */
export class KeptAnswers {
  readonly #ask: AskClub;
  readonly #mostBytes: number;
  readonly #now: () => number;
  readonly #onFound: (found: Found) => void;
  readonly #flights = new SingleFlight<Kept | null>();
  /** Least lately used first. */
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;
  #awayUntilMs = 0;

  constructor(ask: AskClub, options: Options = {}) {
    this.#ask = ask;
    this.#mostBytes = options.mostBytes ?? MOST_BYTES;
    this.#now = options.now ?? (() => performance.now());
    this.#onFound = options.onFound ?? (() => undefined);
  }

  get bytes(): number {
    return this.#bytes;
  }

  get count(): number {
    return this.#entries.size;
  }

  /** @throws not_found for what is not public; club.away while the club is, and nothing fit is kept */
  async get(asked: Asked): Promise<Kept> {
    const { key, kept, notUntilMs } = this.#look(asked);
    const now = this.#now();
    if (notUntilMs > now) return this.#refuse("not_found");
    if (kept !== undefined && now < kept.staleUntilMs) {
      if (now >= kept.freshUntilMs) this.#fetch(key, asked, kept).catch(() => undefined);
      this.#onFound("kept");
      return kept;
    }
    try {
      const fetched = await this.#fetch(key, asked, kept);
      if (fetched === null) return this.#refuse("not_found");
      this.#onFound("fetched");
      return fetched;
    } catch (error) {
      if (error instanceof Refusal) throw error;
      if (kept === undefined || this.#now() >= kept.freshUntilMs + COVERS_MS) {
        return this.#refuse("club.away");
      }
      this.#onFound("stale");
      return kept;
    }
  }

  #refuse(code: "not_found" | "club.away"): never {
    this.#onFound("refused");
    throw new Refusal(code);
  }

  /** The key of an answer has the path, and the values of what its answers vary with. */
  #look(asked: Asked): { key: string; kept: Kept | undefined; notUntilMs: number } {
    const first = this.#use(asked.path);
    const varies = first !== undefined && "vary" in first;
    const key = varies ? keyOf(asked, first.vary) : asked.path;
    const entry = varies ? this.#use(key) : first;
    return {
      key,
      kept: entry !== undefined && "kept" in entry ? entry.kept : undefined,
      notUntilMs: entry !== undefined && "notUntilMs" in entry ? entry.notUntilMs : 0,
    };
  }

  #use(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry;
  }

  /** One request for all who wait for the same. Null: it is not public. @throws Error when the club is away */
  async #fetch(key: string, asked: Asked, known: Kept | undefined): Promise<Kept | null> {
    // While it is not known what answers of a path vary with, who would choose otherwise asks alone.
    const flight = known === undefined ? keyOf(asked, Object.keys(asked.choice)) : key;
    return await this.#flights.run(flight, async () => {
      if (this.#now() < this.#awayUntilMs) throw new Error("the club is away");
      const answer = await this.#askClub(asked, known);
      const now = this.#now();
      const kept =
        answer.status === UNCHANGED && known !== undefined
          ? again(known, answer, now)
          : keptOf(answer, now);
      this.#store(asked, kept);
      return kept;
    });
  }

  async #askClub({ path, choice, address }: Asked, known: Kept | undefined): Promise<ClubAnswer> {
    const etag = known?.headers["etag"];
    try {
      const answer = await this.#ask(path, {
        ...choice,
        "x-forwarded-for": address,
        ...(etag === undefined ? {} : { "if-none-match": etag }),
      });
      if (answer.status < BROKEN && answer.status !== TOO_MANY) return answer;
    } catch {
      this.#awayUntilMs = this.#now() + AWAY_MS;
    }
    throw new Error("the club did not answer");
  }

  #store(asked: Asked, kept: Kept | null): void {
    const vary = kept === null ? [] : varyOf(kept.headers["vary"]);
    if (vary.length > 0) this.#put(asked.path, { vary });
    const key = vary.length > 0 ? keyOf(asked, vary) : asked.path;
    this.#put(key, kept === null ? { notUntilMs: this.#now() + NOT_PUBLIC_MS } : { kept });
    for (const [oldest, entry] of this.#entries) {
      if (this.#bytes <= this.#mostBytes) return;
      this.#entries.delete(oldest);
      this.#bytes -= sizeOf(oldest, entry);
    }
  }

  #put(key: string, entry: Entry): void {
    const before = this.#entries.get(key);
    if (before !== undefined) this.#bytes -= sizeOf(key, before);
    this.#entries.delete(key);
    // One that would push out all others is worth less than they are.
    if (sizeOf(key, entry) > this.#mostBytes / 2) return;
    this.#entries.set(key, entry);
    this.#bytes += sizeOf(key, entry);
  }
}

function keyOf({ path, choice }: Asked, names: readonly string[]): string {
  return [path, ...names.map((name) => choice[name] ?? "")].join("\n");
}

function sizeOf(key: string, entry: Entry): number {
  return ENTRY_BYTES + 2 * key.length + ("kept" in entry ? entry.kept.body.length : 0);
}

function varyOf(header: string | undefined): string[] {
  return (header ?? "")
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

/** Null: it is not for everybody. */
function keptOf({ status, headers, body }: ClubAnswer, now: number): Kept | null {
  const control = headers["cache-control"] ?? "";
  const isForAll =
    status === OK && /\bpublic\b/.test(control) && !/\b(private|no-store)\b/.test(control);
  if (!isForAll || headers["set-cookie"] !== undefined || headers.vary?.includes("*") === true)
    return null;
  return { headers: handedOn(headers), body, atMs: now, ...timesOf(control, now) };
}

/** The club says that it still holds. */
function again(known: Kept, { headers }: ClubAnswer, now: number): Kept {
  const control = headers["cache-control"] ?? known.headers["cache-control"] ?? "";
  const told = { ...known.headers, "cache-control": control };
  return { ...known, headers: told, atMs: now, ...timesOf(control, now) };
}

function timesOf(control: string, now: number): Pick<Kept, "freshUntilMs" | "staleUntilMs"> {
  const secondsOf = (name: string): number =>
    Number(new RegExp(`(?:^|[ ,])${name}=(\\d{1,9})`).exec(control)?.[1] ?? 0);
  const isAskedEachTime = /\bno-cache\b/.test(control);
  const freshMs = isAskedEachTime ? 0 : Math.min(secondsOf("max-age") * S, MOST_FRESH_MS);
  const freshUntilMs = now + freshMs;
  return { freshUntilMs, staleUntilMs: freshUntilMs + secondsOf("stale-while-revalidate") * S };
}

function handedOn(headers: ClubAnswer["headers"]): Record<string, string> {
  return Object.fromEntries(
    HANDED_ON.flatMap((name) => {
      const value = headers[name];
      return typeof value === "string" ? [[name, value]] : [];
    }),
  );
}
