import type { Call, Role } from "@club/contract";
import type { FastifyRequest } from "fastify";
import type { Handler, RegisterOptions } from "./register.ts";

/** The player of a verified session. */
export interface SessionPlayer {
  id: string;
  sessionId: string;
  /** The last recorded action is over a minute old, so the next one is worth recording. */
  isQuiet: boolean;
  userName: string;
  language: string;
  /** The refusal that a time-out or self-exclusion leads to; null: neither holds. */
  barredBy: string | null;
}

/** The operator of a verified session. */
export interface SessionOperator {
  id: string;
  sessionId: string;
  isQuiet: boolean;
  userName: string;
  roles: readonly Role[];
  /** What the club's own roles of the operator name: method and path of calls. */
  ownCalls: readonly string[];
  /** How long ago the session showed the second factor; null: never. */
  provedSeconds: number | null;
}

/** The caller, known before the body is read. */
export interface People {
  readonly player: SessionPlayer | undefined;
  readonly operator: SessionOperator | undefined;
  /** A program with a key, which is told less. */
  readonly isProgram?: true;
}

/** A call on its way in. */
export interface Arrival {
  readonly call: Call;
  readonly request: FastifyRequest;
  readonly options: RegisterOptions;
}

/**
 * Finds out who calls. This folder knows calls and how they are answered. Who players, operators
 * and programs are is known to the areas above it, from which `run/` makes this.
 */
export interface Authentication {
  /** The player, where that needs no look-up; undefined: `whoAsks` finds out. */
  knownPlayer(arrival: Arrival): SessionPlayer | undefined;
  /** @throws session.needed, session.expired, operator.not_allowed and whatever else keeps a caller out. */
  whoAsks(arrival: Arrival): Promise<People>;
  /** A call of the desk leaves exactly one row in the audit log, even when it is refused. */
  audited<C extends Call>(call: C, handler: Handler<C>, options: RegisterOptions): Handler<C>;
  /** An answer as a program with a key may read it. */
  masked<T>(answer: T): T;
}

declare module "../context.ts" {
  interface AppContext {
    readonly auth: Authentication;
  }
}
