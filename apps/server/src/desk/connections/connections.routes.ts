import {
  CONNECTION_KINDS,
  listConnections,
  setConnection,
  switchConnection as switchCall,
  testConnection as testCall,
} from "@club/contract";
import type { ConnectionKind, ConnectionView } from "@club/contract";
import { present, Refusal } from "@club/domain";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { register } from "../../core/http/register.ts";
import { wireInstant } from "../../core/http/wire.ts";
import type { Connection } from "./connections.ts";
import { readConnections, readHealth } from "./connections.queries.ts";
import type { HealthRow } from "./connections.queries.ts";
import { keepConnection, switchConnection, testConnection } from "./keep-connections.ts";

export function connectionRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, listConnections, async () => ({ list: await viewAll(ctx) }));
  register(app, ctx, setConnection, async ({ params, body, operator, request }) => ({
    data: await keepConnection(
      ctx,
      { kind: kindOf(params.kind), typed: body },
      { operator, request },
    ),
  }));
  register(app, ctx, switchCall, async ({ params, body, operator, request }) => ({
    data: await switchConnection(
      ctx,
      { kind: kindOf(params.kind), isOn: body.is_on },
      { operator, request },
    ),
  }));
  register(app, ctx, testCall, async ({ params, body }) => {
    await testConnection(ctx, { kind: kindOf(params.kind), to: body.to ?? null });
    return {};
  });
}

/** @throws not_found */
function kindOf(text: string): ConnectionKind {
  const kind = CONNECTION_KINDS.find((each) => each === text);
  if (kind === undefined) throw new Refusal("not_found");
  return kind;
}

async function viewAll(ctx: AppContext): Promise<ConnectionView[]> {
  const health = await readHealth(ctx.db.operators, ctx.settings.timeZone);
  const rows = await readConnections(ctx.db.operators);
  const views: ConnectionView[] = [];
  for (const kind of CONNECTION_KINDS) {
    const row = rows.get(kind);
    views.push({
      kind,
      ...stateOf(await ctx.connections.read(kind)),
      providers: ctx.connections.providersOf(kind).map(({ name, fields }) => ({
        name,
        fields: Object.entries(fields).map(([field, { isSecret, isRequired }]) => ({
          name: field,
          is_secret: isSecret,
          is_required: isRequired,
        })),
      })),
      settings: row?.settings ?? {},
      secrets_set: row === undefined ? [] : Object.keys(ctx.connections.secretsOf(row)),
      ...healthOf(present(health.get(kind), "every kind has its health")),
    });
  }
  return views;
}

function stateOf(
  connection: Connection | null,
): Pick<ConnectionView, "provider" | "is_on" | "is_from_machine"> {
  if (connection === null) return { provider: null, is_on: false, is_from_machine: false };
  const { provider, isOn, isFromMachine } = connection;
  return { provider: provider.name, is_on: isOn, is_from_machine: isFromMachine };
}

type Health = Pick<
  ConnectionView,
  "succeeded_at" | "failed_at" | "failure" | "said" | "succeeded_today" | "failed_today" | "waiting"
>;

function healthOf(row: HealthRow): Health {
  const { succeeded_at: ok, failed_at: bad, failure, said, succeeded, failed, waiting } = row;
  return {
    succeeded_at: ok === null ? null : wireInstant(ok),
    failed_at: bad === null ? null : wireInstant(bad),
    failure,
    said,
    succeeded_today: succeeded,
    failed_today: failed,
    waiting,
  };
}
