import { CONNECTION_KINDS } from "@club/contract";
import type { ConnectionKind } from "@club/contract";
import { Counter, Gauge } from "prom-client";
import type { AppContext } from "../../core/context.ts";
import { WAITING } from "../../desk/connections/define-provider.ts";

interface Fared extends Record<string, unknown> {
  readonly kind: ConnectionKind;
  readonly succeeded: number;
  readonly failed: number;
  readonly waiting: number;
  /** Seconds since it last worked, and since it last failed. */
  readonly success_age_s: number | null;
  readonly failure_age_s: number | null;
}

/** By the keys. */
const FARED = `
  SELECT k.kind, coalesce(d.succeeded, 0)::int AS succeeded, coalesce(d.failed, 0)::int AS failed,
    ${WAITING} AS waiting,
    extract(epoch FROM club_now() - h.succeeded_at)::float AS success_age_s,
    extract(epoch FROM club_now() - h.failed_at)::float AS failure_age_s
  FROM unnest($1::text[]) k (kind)
  LEFT JOIN connection_health h ON h.kind = k.kind
  LEFT JOIN LATERAL (SELECT sum(succeeded) AS succeeded, sum(failed) AS failed
    FROM connection_day WHERE kind = k.kind) d ON true`;

/** How each connection fares (promise P21), read when it is asked for; the same in every process. */
export function registerConnectionMetrics(ctx: AppContext): void {
  const registers = [ctx.metrics.registry];
  const read = async (): Promise<Fared[]> => {
    const found = ctx.db.browsing.query<Fared>(FARED, [CONNECTION_KINDS]);
    return await found.then(({ rows }) => rows).catch(() => []);
  };
  new Counter({
    name: "club_connection_total",
    help: "Uses of what crosses the club's walls, by how they went.",
    labelNames: ["kind", "result"],
    registers,
    async collect(): Promise<void> {
      this.reset();
      for (const { kind, succeeded, failed } of await read()) {
        this.inc({ kind, result: "succeeded" }, succeeded);
        this.inc({ kind, result: "failed" }, failed);
      }
    },
  });
  const gauge = (
    name: string,
    help: string,
    figureOf: (fared: Fared) => number | null | Promise<number | null>,
  ): void => {
    new Gauge({
      name: `club_connection_${name}`,
      help,
      labelNames: ["kind"],
      registers,
      async collect(): Promise<void> {
        this.reset();
        for (const fared of await read()) {
          const figure = await figureOf(fared);
          if (figure !== null) this.set({ kind: fared.kind }, figure);
        }
      },
    });
  };
  gauge("waiting", "What waits to go out by a connection.", ({ waiting }) => waiting);
  gauge("success_age_seconds", "Since a connection last worked.", (fared) => fared.success_age_s);
  gauge("failure_age_seconds", "Since a connection last failed.", (fared) => fared.failure_age_s);
  gauge("on", "1 while a connection is on.", async ({ kind }) => {
    const connection = await ctx.connections.open(kind).catch(() => undefined);
    return connection === undefined ? null : Number(connection !== null);
  });
}
