import { connect } from "node:tls";
import { Gauge } from "prom-client";
import type { AppContext } from "../../core/context.ts";
import { readLogArchive, readReplication } from "../../core/db/durability.ts";
import type { Replication } from "../../core/db/durability.ts";
import { isEmbeddedDatabase } from "../../core/db/own-database.ts";
import { CONDITIONS } from "../alerts/conditions.ts";
import { lastBackup } from "../backup/backup-list.ts";

const HTTPS_PORT = 443;
const MS_PER_SECOND = 1000;
/** A certificate changes once in weeks; a machine that does not answer is asked as seldom. */
const LOOK_AGAIN_MS = 600_000;
const ANSWER_WITHIN_MS = 3000;
/** What the rules of deploy/prometheus go by, beside the figures of the club and its connections. */
export function registerAlertMetrics(ctx: AppContext): void {
  const registers = [ctx.metrics.registry];
  const gauge = (name: string, help: string, read: () => Promise<number | null>): void => {
    new Gauge({
      name,
      help,
      registers,
      async collect(): Promise<void> {
        this.reset();
        const figure = await read().catch(() => null);
        if (figure === null) this.remove();
        else this.set(figure);
      },
    });
  };
  registerConditions(ctx);
  gauge("club_backup_age_seconds", "Since the newest proved backup was taken.", async () => {
    const { settings } = ctx;
    const at = await lastBackup(settings.dataDir, !(await isEmbeddedDatabase(settings)));
    return at === null ? null : (Date.now() - at.getTime()) / MS_PER_SECOND;
  });
  gauge("club_log_archive_age_seconds", "Since the database last archived its log.", async () => {
    const { is_on: isOn, archived_at, started_at, now } = await readLogArchive(ctx.db.browsing);
    const at = archived_at ?? started_at;
    return isOn ? (now.getTime() - at.getTime()) / MS_PER_SECOND : null;
  });
  const replication = async (read: (found: Replication) => number): Promise<number> =>
    read(await readReplication(ctx.db.browsing));
  gauge("club_standbys", "Standbys that follow the database.", async () =>
    replication(({ standbys }) => standbys),
  );
  gauge("club_standbys_wanted", "1 while a commit waits for a standby.", async () =>
    replication(({ names }) => Number(names.trim() !== "")),
  );
  const readEnd = everySoOften(async () => await certificateEnd(ctx.settings.publicUrl));
  gauge(
    "club_certificate_end_seconds",
    "When the certificate of CLUB_PUBLIC_URL ends, in seconds of Unix time.",
    readEnd,
  );
}

/** The conditions that operators are mailed of, as they stand: one definition for both ways. */
function registerConditions(ctx: AppContext): void {
  new Gauge({
    name: "club_condition",
    help: "1 while a condition of docs/operations.md holds, with its subject.",
    labelNames: ["condition", "subject"],
    registers: [ctx.metrics.registry],
    async collect(): Promise<void> {
      this.reset();
      for (const { name } of CONDITIONS) this.set({ condition: name, subject: "" }, 0);
      const { rows } = await ctx.db.browsing
        .query<{ condition: string; subject: string }>("SELECT condition, subject FROM alert")
        .catch(() => ({ rows: [] }));
      for (const row of rows) this.set(row, 1);
    },
  });
}

function everySoOften(read: () => Promise<number | null>): () => Promise<number | null> {
  let at = -Infinity;
  let last: number | null = null;
  return async () => {
    if (performance.now() - at < LOOK_AGAIN_MS) return last;
    at = performance.now();
    last = await read();
    return last;
  };
}

/** By its own look at the address that players use; null where that is no https, or away. */
export async function certificateEnd(publicUrl: string | undefined): Promise<number | null> {
  if (publicUrl === undefined) return null;
  const { protocol, hostname, port } = new URL(publicUrl);
  if (protocol !== "https:") return null;
  return await new Promise((resolve) => {
    const socket = connect({
      host: hostname,
      servername: hostname,
      port: port === "" ? HTTPS_PORT : Number(port),
      // One that ended is what we look for; nothing is sent or believed here.
      rejectUnauthorized: false,
      timeout: ANSWER_WITHIN_MS,
    });
    const end = (at: number | null): void => {
      socket.destroy();
      resolve(at);
    };
    socket.on("error", () => end(null));
    socket.on("timeout", () => end(null));
    socket.on("secureConnect", () => {
      const until = Date.parse(socket.getPeerCertificate().valid_to);
      end(Number.isNaN(until) ? null : until / MS_PER_SECOND);
    });
  });
}
