import type { Call } from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import type { Asked, Handler, RegisterOptions } from "../../core/http/register.ts";
import { wireJson } from "../../core/http/wire.ts";

/** One row of the audit log: who did or read what, and why. */
export interface AuditRow {
  /** race.close, topup.approve, player.read, ... */
  action: string;
  /** Absent: the system. */
  operator?: { id: string } | undefined;
  /** The call that it belongs to: it then counts as that call's row, and none is added. */
  request?: FastifyRequest | undefined;
  target?: string | undefined;
  before?: unknown;
  after?: unknown;
  reason?: string | undefined;
  /** A read that is written each time: a code, a paper, a file with accounts is handed out. */
  isEach?: boolean;
}

const INSERT = `
  INSERT INTO audit (operator_id, action, target, before, after, reason, request_id)
  VALUES ($1, $2, $3, $4, $5, $6, $7)`;

const written = new WeakSet<FastifyRequest>();

/** What only looks: a regular expression that PostgreSQL and JavaScript read alike. */
export const READ_ACTIONS = String.raw`^(GET|TRY) |\.read$|^(sport\.report|channel\.preview)$`;
const READ = new RegExp(READ_ACTIONS);

/**
 * A page that is open, or a search while it is typed, reads the same again and again: who read what
 * is written once in this time. A refusal is no read.
 */
export const SAME_READ_MS = 10 * 60_000;
const MOST_READS = 10_000;

/** Which reads were written lately, in this process: another writes them once more. */
export class RecentReads {
  readonly #until = new Map<string, number>();

  isRecent(key: string, now: number): boolean {
    return (this.#until.get(key) ?? 0) > now;
  }

  add(key: string, now: number): void {
    this.#until.delete(key);
    this.#until.set(key, now + SAME_READ_MS);
    const [oldest] = this.#until.keys();
    if (this.#until.size > MOST_READS && oldest !== undefined) this.#until.delete(oldest);
  }

  forget(key: string): void {
    this.#until.delete(key);
  }
}

const recent = new RecentReads();
const readOf = new WeakMap<FastifyRequest, string>();

/**
 * Writes a row of the audit log, in the transaction of what it records; a read that was written a
 * moment ago not again.
 */
export async function audit(tx: Queryable, row: AuditRow): Promise<void> {
  const key = repeatable(row);
  if (row.request !== undefined) written.add(row.request);
  if (key === null) await write(tx, row);
  else if (!recent.isRecent(key, performance.now())) {
    await write(tx, row);
    recent.add(key, performance.now());
    if (row.request !== undefined) readOf.set(row.request, key);
  }
}

async function write(tx: Queryable, row: AuditRow): Promise<void> {
  await tx.query(INSERT, [
    row.operator?.id ?? null,
    row.action,
    row.target ?? null,
    toJson(row.before),
    toJson(row.after),
    row.reason ?? null,
    row.request?.id ?? null,
  ]);
}

/** What tells one read from another; null: no read, which is always written. */
function repeatable(row: AuditRow): string | null {
  const { action, operator, target, after, reason } = row;
  const isRefused = after !== null && typeof after === "object" && "refused" in after;
  const isEach = isRefused || row.isEach === true || !READ.test(action);
  if (operator === undefined || isEach) return null;
  return JSON.stringify([operator.id, action, target, toJson(after), reason]);
}

/** Writes the row of a call that wrote none: a read about no person in particular, or a refusal. */
export async function auditCall(
  ctx: Pick<AppContext, "db">,
  asked: {
    call: Call;
    operator: { id: string } | undefined;
    request: FastifyRequest;
    refused?: string;
  },
): Promise<void> {
  const { call, operator, request, refused } = asked;
  const ids = Object.values((request.params ?? {}) as Record<string, unknown>);
  await audit(ctx.db.operators, {
    operator,
    action: `${isTrial(request.body) ? "TRY" : call.method} ${call.path}`,
    target: ids.length === 0 ? undefined : ids.join(" ").slice(0, 200),
    ...(refused === undefined ? {} : { after: { refused } }),
    request,
  });
}

/** A dry run says what an act would do, and does nothing. */
function isTrial(body: unknown): boolean {
  return typeof body === "object" && body !== null && "dry_run" in body && body.dry_run === true;
}

/** Makes sure that each operator call stands in the log in one row, even when it is refused. */
export function withAudit<const C extends Call>(
  ...[ctx, call, handler, options]: [AppContext, C, Handler<C>, RegisterOptions]
): Handler<C> {
  return async (asked: Asked<C>) => {
    const { request } = asked;
    const operator = asked.operator as { id: string } | undefined;
    const row = { call, operator, request };
    if (options.isAudited === false) return await handler(asked);
    try {
      const answer = await handler(asked);
      if (!written.has(request)) await auditCall(ctx, row);
      return answer;
    } catch (error) {
      // A row that the handler wrote was rolled back with its transaction.
      const read = readOf.get(request);
      if (read !== undefined) recent.forget(read);
      if (error instanceof Refusal) await auditCall(ctx, { ...row, refused: error.code });
      throw error;
    }
  };
}

function toJson(value: unknown): string | null {
  return value === undefined ? null : wireJson(value);
}
