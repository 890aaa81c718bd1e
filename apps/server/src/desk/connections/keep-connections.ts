import { CONNECTION_KINDS } from "@club/contract";
import type { BodyOf, ConnectionKind, setConnection } from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { ProviderFailure } from "../../core/http/ask-provider.ts";
import { encrypt } from "../../core/kit/cipher.ts";
import { newId } from "../../core/kit/ids.ts";
import { defineApproval, requestApproval } from "../approvals/approvals.ts";
import { audit } from "../operators/audit.ts";
import { keepChange, readConnections, takeChange, writeConnection } from "./connections.queries.ts";
import type { ConnectionRow } from "./connections.queries.ts";
import { secretsPlace } from "./connections.ts";
import type { Provider } from "./define-provider.ts";
import { command } from "../../core/db/statements.ts";

const APPROVAL = "connection";

/** Who asks, and by which call. */
interface By {
  readonly operator: { readonly id: string };
  readonly request?: FastifyRequest;
}

/** A connection as it shall be. */
const changeSchema = z.object({
  kind: z.enum(CONNECTION_KINDS),
  provider: z.string().nullable(),
  settings: z.record(z.string(), z.string()),
  is_on: z.boolean(),
});
/** A change with its secrets, sealed. */
type Change = z.infer<typeof changeSchema> & { readonly secrets: Buffer | null };
/** What a request says of it: the secrets stand in a row of their own. */
const askedSchema = changeSchema.extend({
  change_id: z.string(),
  /** When the connection was last changed before it was asked for; null: never. */
  was: z.string().nullish(),
});

export interface Changed {
  readonly status: "done" | "pending";
  readonly approval_id: string | null;
}

/**
 * Sets the provider of a connection. What is typed is checked by the provider's own fields; an empty
 * secret stays as it is.
 *
 * @throws connection.settings with the field, connection.off where the environment sets it
 */
export async function keepConnection(
  ctx: AppContext,
  asked: { kind: ConnectionKind; typed: BodyOf<typeof setConnection> },
  by: By,
): Promise<Changed> {
  const { kind, typed } = asked;
  refuseFromMachine(ctx, kind);
  const provider = ctx.connections.providersOf(kind).find(({ name }) => name === typed.provider);
  if (provider === undefined) throw new Refusal("connection.settings", { field: "provider" });
  return await carry(ctx, { kind, by }, (row) => {
    const same = row?.provider === provider.name;
    const kept = same ? ctx.connections.secretsOf(row) : {};
    const given = Object.entries(typed.secrets).filter(([, value]) => value !== "");
    const secrets = { ...kept, ...Object.fromEntries(given) };
    const values = checkFields(provider, { ...typed.settings, ...secrets });
    const [open, hidden] = partValues(provider, values);
    return {
      kind,
      provider: provider.name,
      settings: open,
      secrets: encrypt(ctx.secrets, secretsPlace(kind), JSON.stringify(hidden)),
      is_on: row?.is_on ?? true,
    };
  });
}

/** Turns a connection on or off. @throws not_found where none is set */
export async function switchConnection(
  ctx: AppContext,
  asked: { kind: ConnectionKind; isOn: boolean },
  by: By,
): Promise<Changed> {
  const { kind, isOn } = asked;
  if ((await ctx.connections.read(kind)) === null) throw new Refusal("not_found");
  return await carry(ctx, { kind, by }, (row) => ({
    kind,
    provider: row?.provider ?? null,
    settings: row?.settings ?? {},
    secrets: row?.secrets ?? null,
    is_on: isOn,
  }));
}

/** One real round trip. @throws connection.off, connection.failed with the reason */
export async function testConnection(
  ctx: AppContext,
  asked: { kind: ConnectionKind; to: string | null },
): Promise<void> {
  const connection = await ctx.connections.read(asked.kind);
  if (connection === null) throw new Refusal("connection.off", { kind: asked.kind });
  try {
    await connection.provider.test(connection.adapter as never, { ctx, to: asked.to });
    await ctx.connections.note(asked.kind, null);
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    await ctx.connections.note(asked.kind, error);
    throw new Refusal("connection.failed", {
      reason: error.reason,
      said: error.said === "" ? error.reason : error.said,
    });
  }
}

function refuseFromMachine(ctx: AppContext, kind: ConnectionKind): void {
  if (ctx.connections.isFromMachine(kind))
    throw new Refusal("connection.settings", { field: "kind" });
}

function checkFields(
  provider: Provider,
  given: Readonly<Record<string, string>>,
): Record<string, string> {
  const checked: Record<string, string> = {};
  for (const [name, field] of Object.entries(provider.fields)) {
    const value = (given[name] ?? "").trim();
    const isMissing = value === "" && field.isRequired;
    const isWrong = value !== "" && !field.schema.safeParse(value).success;
    if (isMissing || isWrong) throw new Refusal("connection.settings", { field: name });
    checked[name] = value;
  }
  return checked;
}

function partValues(
  provider: Provider,
  values: Readonly<Record<string, string>>,
): [open: Record<string, string>, hidden: Record<string, string>] {
  const parts = Object.entries(values);
  const isSecret = (name: string): boolean => provider.fields[name]?.isSecret === true;
  return [
    Object.fromEntries(parts.filter(([name]) => !isSecret(name))),
    Object.fromEntries(parts.filter(([name, value]) => isSecret(name) && value !== "")),
  ];
}

/** Makes the change, or asks a second operator for it where four eyes are on. */
async function carry(
  ctx: AppContext,
  { kind, by: { operator, request } }: { kind: ConnectionKind; by: By },
  changeOf: (row: ConnectionRow | undefined) => Change,
): Promise<Changed> {
  const asked = { operator, ...(request && { request }) };
  const done = await withTransaction(ctx.db.operators, async (tx): Promise<Changed> => {
    await lockKind(tx, kind);
    const row = (await readConnections(tx)).get(kind);
    const change = changeOf(row);
    if (!ctx.settings.fourEyes) {
      await write(tx, change, asked);
      return { status: "done", approval_id: null };
    }
    const { secrets: _secrets, ...said } = change;
    const changeId = newId();
    await keepChange(tx, { id: changeId, ...change });
    const id = await requestApproval(tx, {
      kind: APPROVAL,
      playerId: null,
      target: kind,
      payload: { ...said, change_id: changeId, was: changedAtOf(row) },
      reason: null,
      ...asked,
    });
    return { status: "pending", approval_id: id };
  });
  ctx.connections.forget();
  return done;
}

const lockKind = command<[kind: string]>(
  "SELECT pg_advisory_xact_lock(hashtextextended('connection ' || $1, 9))",
);

async function write(tx: Queryable, change: Change, by: By): Promise<void> {
  const before = (await readConnections(tx)).get(change.kind);
  await writeConnection(tx, {
    ...change,
    by: by.operator.id,
  });
  await audit(tx, {
    action: "connection.set",
    ...by,
    target: change.kind,
    before: before === undefined ? undefined : traceOf(before),
    after: traceOf(change),
  });
}

/** What the audit log keeps: no secret. */
function traceOf(row: Pick<Change, "provider" | "settings" | "is_on">): object {
  return { provider: row.provider, settings: row.settings, is_on: row.is_on };
}

function changedAtOf(row: ConnectionRow | undefined): string | null {
  return row?.changed_at.toISOString() ?? null;
}

/** Whether another change was made since this one was asked for: it was made for what is no more. */
async function wasChanged(
  db: Queryable,
  { kind, was }: Pick<z.infer<typeof askedSchema>, "kind" | "was">,
): Promise<boolean> {
  return was !== undefined && changedAtOf((await readConnections(db)).get(kind)) !== was;
}

/** A connection that one operator set and a second one must agree to. */
export const connectionApproval = defineApproval({
  kind: APPROVAL,
  roles: ["owner"],
  payload: askedSchema,
  lock: async (tx, { target }) => await lockKind(tx, target),
  isStale: async (db, { payload }) => await wasChanged(db, payload),
  rejected: async (tx, { payload }) => void (await takeChange(tx, payload.change_id)),
  carryOut: async (tx, { payload, requestedBy }) => {
    const { change_id: id, was: _was, ...said } = payload;
    if (await wasChanged(tx, payload)) throw new Refusal("setting.stale", { by: null });
    const secrets = await takeChange(tx, id);
    await write(tx, { ...said, secrets }, { operator: { id: requestedBy } });
    return { kind: payload.kind };
  },
  committed: (ctx) => ctx.connections.forget(),
});

/** What is no secret of a connection that was set at the console, or by the demo; {} for none. */
export async function openSettingsOf(
  ctx: Pick<AppContext, "db">,
  kind: ConnectionKind,
): Promise<Readonly<Record<string, string>>> {
  return (await readConnections(ctx.db.browsing)).get(kind)?.settings ?? {};
}

/**
 * Sets a connection as the demo does at each start, which has no operator; one that somebody else
 * set stays, unless `replaces` says that it is the demo's own of before.
 */
export async function setWithoutOperator(
  ctx: AppContext,
  set: {
    readonly kind: ConnectionKind;
    readonly provider: string;
    readonly settings: Record<string, string>;
    readonly secrets: Readonly<Record<string, string>>;
    readonly replaces: (settings: Readonly<Record<string, string>>) => boolean;
  },
): Promise<void> {
  const { kind, provider, settings } = set;
  const secrets = encrypt(ctx.secrets, secretsPlace(kind), JSON.stringify(set.secrets));
  await withTransaction(ctx.db.jobs, async (tx) => {
    await lockKind(tx, kind);
    const row = (await readConnections(tx)).get(kind);
    if (typeof row?.provider === "string" && !set.replaces(row.settings)) return;
    const isOn = row?.is_on ?? true;
    await writeConnection(tx, { kind, provider, settings, secrets, is_on: isOn, by: null });
  });
  ctx.connections.forget();
}
