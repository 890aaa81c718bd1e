import { Refusal } from "@club/domain";
import type { FastifyBaseLogger, FastifyRequest } from "fastify";
import { BatchLoader } from "../../core/db/batch-loader.ts";
import type { ClubPool } from "../../core/db/connect.ts";
import { findOperators, findPlayers, touchSessions } from "./sessions.queries.ts";
import type { SessionOperator, SessionPlayer } from "../../core/http/authentication.ts";
import type { Verified } from "./sessions.queries.ts";
import { SessionCache } from "./session-cache.ts";
import { bearerOf, hashToken, isToken } from "./token.ts";

export type { SessionOperator, SessionPlayer } from "../../core/http/authentication.ts";

declare module "../../core/context.ts" {
  interface AppContext {
    readonly sessions: Sessions;
  }
}

interface Pools {
  sessions: ClubPool;
  operators: ClubPool;
}

/** Told who is at a call that may write. */
type OnWrite = (request: FastifyRequest, person: SessionPlayer | SessionOperator) => void;

/** Heartbeat, refresh and the event stream do not keep a session alive: no person acted. */
export interface RequireOptions {
  isAction?: boolean;
}

const FLUSH_MS = 5000;
/**
 * How long a verified session is trusted: while this process would hear of its end, and while it
 * would not.
 */
const HEARING_MS = 30_000;
const DEAF_MS = 2000;

/**
 * Finds out who is asking. A verified session is trusted for half a minute and dropped at once when
 * it ends: the database notifies every process that listens. A process that hears nothing trusts it
 * for two seconds. The bet function checks the player again anyway.
 */
export class Sessions {
  readonly #pools: Pools;
  readonly #log: FastifyBaseLogger;
  readonly #onWrite: OnWrite;
  readonly #players: SessionCache<SessionPlayer>;
  readonly #operators: SessionCache<SessionOperator>;
  #touched = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #isHearing = false;

  constructor(pools: Pools, log: FastifyBaseLogger, onWrite: OnWrite = () => undefined) {
    this.#pools = pools;
    this.#log = log;
    this.#onWrite = onWrite;
    const believedMs = (): number => (this.#isHearing ? HEARING_MS : DEAF_MS);
    this.#players = new SessionCache(
      new BatchLoader<Verified<SessionPlayer>>((keys) => findPlayers(pools.sessions, keys)),
      believedMs,
    );
    this.#operators = new SessionCache(
      new BatchLoader<Verified<SessionOperator>>((keys) => findOperators(pools.operators, keys)),
      () => DEAF_MS,
    );
  }

  /** The player of a session that is trusted at this moment, without a look-up. */
  knownPlayer(request: FastifyRequest, options: RequireOptions = {}): SessionPlayer | undefined {
    const player = this.#players.known(keyOf(request));
    return player === undefined ? undefined : this.#accept(player, request, options);
  }

  /**
   * @throws session.needed without a token, session.expired with one that is not or no longer good.
   */
  async requirePlayer(
    request: FastifyRequest,
    options: RequireOptions = {},
  ): Promise<SessionPlayer> {
    const player = await this.#players.find(keyOf(request));
    return this.#accept(player, request, options);
  }

  /** The player of a public call, or null: an expired token counts as none. */
  async findPlayer(request: FastifyRequest): Promise<SessionPlayer | null> {
    if (bearerOf(request.headers.authorization) === null) return null;
    try {
      return await this.requirePlayer(request, { isAction: false });
    } catch (error) {
      if (error instanceof Refusal) return null;
      throw error;
    }
  }

  /** @throws session.needed, session.expired. Roles are checked by the caller: operators/permissions.ts. */
  async requireOperator(
    request: FastifyRequest,
    options: RequireOptions = {},
  ): Promise<SessionOperator> {
    const operator = await this.#operators.find(keyOf(request));
    return this.#accept(operator, request, options);
  }

  /** Call after ending sessions of a player or operator: this process stops trusting them. */
  forget(personId: string): void {
    this.#players.forget(personId);
    this.#operators.forget(personId);
  }

  /**
   * Sets whether this process hears of sessions that end elsewhere. Everything trusted before is
   * looked up again.
   */
  hear(isHearing: boolean): void {
    this.#isHearing = isHearing;
    this.#players.forgetAll();
    this.#operators.forgetAll();
  }

  /** Writes down the actions noted so far. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const ids = [...this.#touched];
    this.#touched = new Set();
    if (ids.length > 0) await touchSessions(this.#pools.sessions, ids);
  }

  #accept<Person extends SessionPlayer | SessionOperator>(
    person: Person | null,
    request: FastifyRequest,
    options: RequireOptions,
  ): Person {
    if (person === null) throw new Refusal("session.expired");
    if (request.method !== "GET") this.#onWrite(request, person);
    if (person.isQuiet && (options.isAction ?? true)) {
      person.isQuiet = false;
      this.#touch(person.sessionId);
    }
    return person;
  }

  #touch(sessionId: string): void {
    this.#touched.add(sessionId);
    this.#timer ??= setTimeout(() => {
      this.flush().catch((error: unknown) =>
        this.#log.warn({ err: error }, "actions were not noted"),
      );
    }, FLUSH_MS).unref();
  }
}

function keyOf(request: FastifyRequest): string {
  const token = bearerOf(request.headers.authorization);
  if (token === null) throw new Refusal("session.needed");
  if (!isToken(token)) throw new Refusal("session.expired");
  return hashToken(token).toString("base64");
}
