import pg from "pg";
import { DatabaseAway } from "./errors.ts";

const PROBE_TIMEOUT_MS = 1000;
const HOSTS_OF_URL = /^([a-z]+:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/i;

/** One address per host of a database URL with several: postgres://user@one:5432,two:5432/club. */
export function splitHosts(url: string): string[] {
  const [, before = "", hosts = "", after = ""] = HOSTS_OF_URL.exec(url) ?? [];
  if (!hosts.includes(",")) return [url];
  return hosts.split(",").map((host) => `${before}${host.trim()}${after}`);
}

/**
 * Knows which of several hosts is the primary: the one that is not in recovery. With one host there
 * is nothing to find. The answer is kept until a connection fails. Then it is looked for anew, in
 * one search however many callers wait.
 */
export class PrimaryFinder {
  readonly #urls: string[];
  #known: string | undefined;
  #search: Promise<string> | undefined;
  readonly #withinMs: number;

  /** @param withinMs - how long each host may take to answer. */
  constructor(url: string, withinMs = PROBE_TIMEOUT_MS) {
    this.#urls = splitHosts(url);
    this.#withinMs = withinMs;
    if (!this.hasSeveral) this.#known = url;
  }

  get hasSeveral(): boolean {
    return this.#urls.length > 1;
  }

  /** The address found last; call `find` first. */
  get url(): string {
    return this.#known ?? this.#urls[0] ?? "";
  }

  /** Whether a connection to this address is one to where the primary was; while it is looked for nobody knows. */
  hasLeft(url: string): boolean {
    return this.#known !== undefined && this.#known !== url;
  }

  async find(): Promise<void> {
    if (this.#known !== undefined) return;
    this.#search ??= Promise.any(this.#urls.map((url) => probe(url, this.#withinMs)));
    try {
      this.#known = await this.#search;
    } catch (cause) {
      throw new DatabaseAway("No host of DATABASE_URL answers as a primary.", { cause });
    } finally {
      this.#search = undefined;
    }
  }

  /** A connection failed: the primary may have moved. */
  forget(): void {
    if (this.hasSeveral) this.#known = undefined;
  }
}

async function probe(url: string, withinMs: number): Promise<string> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: withinMs,
    query_timeout: withinMs,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ standby: boolean }>(
      "SELECT pg_is_in_recovery() AS standby",
    );
    if (rows[0]?.standby !== false) throw new Error("in recovery");
    return url;
  } finally {
    client.end().catch(() => undefined);
  }
}
