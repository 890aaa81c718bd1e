import { statfs } from "node:fs/promises";
import { CONNECTION_KINDS } from "@club/contract";
import type { Role } from "@club/contract";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { isEmbeddedDatabase } from "../../core/db/own-database.ts";
import { areBooksOff } from "../../money/ledger/books-state.ts";
import { lastBackup } from "../backup/backup-list.ts";
import type { AlertFigures } from "../../desk/club-settings/alert-settings.ts";

/** Something that operators are told of when it begins, once, and when it is over. */
export interface Condition {
  readonly name: string;
  /** What is wrong, in one line. */
  readonly says: (subject: string) => string;
  /** What to do; the same line stands in docs/operations.md. */
  readonly todo: string;
  /** Whose matter it is beside the owner's, until the club says otherwise. */
  readonly roles: readonly Role[];
  /** How long it must have held without a break: what passes by itself is nobody's night. */
  readonly afterS: (figures: AlertFigures) => number;
  /** Of what it holds now, by the club's own figures; one empty subject: of the whole club. */
  readonly find: (
    ctx: AppContext,
    db: Queryable,
    figures: AlertFigures,
  ) => Promise<readonly string[]>;
}

const MINUTE = 60;
const OF_THE_CLUB = [""] as const;
const GIB = 1024 ** 3;
const atOnce = (): number => 0;
const HOUR_MS = 3_600_000;

const whole = (holds: boolean): readonly string[] => (holds ? OF_THE_CLUB : []);

async function holds(
  db: Queryable,
  sql: string,
  values: readonly unknown[] = [],
): Promise<boolean> {
  const { rows } = await db.query<{ holds: boolean }>(sql, values);
  return rows[0]?.holds === true;
}

/** By settlement_unfinished and sport_settlement_open. */
const LATE = `SELECT
  EXISTS (SELECT FROM settlement WHERE step NOT IN ('posted', 'announced') AND created_at < club_now() - make_interval(mins => $1))
  OR EXISTS (SELECT FROM sport_settlement WHERE step = 'posting' AND created_at < club_now() - make_interval(mins => $1)) AS holds`;

/** The newest word of an address that is polled was a failure, or events of a feed were taken off the board. */
const SILENT = `SELECT
  EXISTS (SELECT FROM (SELECT is_ok FROM sport_feed_import WHERE source = 'url' ORDER BY at DESC LIMIT 1) i WHERE NOT is_ok)
  OR EXISTS (SELECT FROM sport_event e WHERE e.status = 'open' AND e.is_stale
    AND EXISTS (SELECT FROM sport_feed_import i WHERE i.source <> 'hand' AND i.format = e.source)) AS holds`;

/** A message that its provider will not take is the message's fault. A register has an answer for everybody. */
const FAILING = `SELECT kind FROM connection_health
  WHERE failed_at > coalesce(succeeded_at, '-infinity') AND (failure <> 'refused' OR kind = 'exclusion')`;

/** Of the database: a new demo has lived days that no night could keep. */
const OLD_ENOUGH = `SELECT min(applied_at) < club_now() - make_interval(hours => $1) AS holds FROM schema_migration`;

/** By top_up_status and withdrawal_status. */
const OLD_TOP_UP = `SELECT EXISTS (SELECT FROM top_up
  WHERE status = 'submitted' AND submitted_at < club_now() - make_interval(mins => $1)) AS holds`;
const OLD_WITHDRAWAL = `SELECT EXISTS (SELECT FROM withdrawal
  WHERE status = 'requested' AND requested_at < club_now() - make_interval(hours => $1)) AS holds`;

/**
 * Of a week: another amount or currency, the opposite of what was booked, or no withdrawal of ours.
 * Each by the reference that it names, or else the provider's own name for it. Served by
 * payout_notice_unfit.
 */
const UNFIT_NOTICE = `SELECT DISTINCT left(coalesce(n.reference, n.payout_id, n.id), 60) AS subject FROM payout_notice n
  WHERE n.outcome IN ('differs', 'late', 'unknown') AND n.at > club_now() - interval '7 days' ORDER BY 1 LIMIT 100`;

export const CONDITIONS: readonly Condition[] = [
  {
    name: "books",
    says: () => "the books do not balance",
    todo: "Settling waits by itself. Run `npm run club -- verify`: it names the check and the rows. Do not correct by hand before you know the cause.",
    roles: ["cashier"],
    afterS: atOnce,
    find: async (_ctx, db) => whole(await areBooksOff(db)),
  },
  {
    name: "feed",
    says: () => "a feed of sports is silent",
    todo: "Its events are off the board until it speaks again. Look at Sports, Import for what it last said; call its provider, or set prices by hand.",
    roles: ["pool_controller", "card_clerk"],
    afterS: (figures) => figures.alert_feed_minutes * MINUTE,
    find: async ({ settings }, db) =>
      whole(settings.sportsFeed !== undefined && (await holds(db, SILENT))),
  },
  {
    name: "backup",
    says: () => "no backup was proved for too long",
    todo: "Run `npm run club -- backup`, then `npm run club -- backup verify`, and read what they say; look for room on the disk.",
    roles: [],
    afterS: atOnce,
    find: async (ctx, db, figures) => whole(await lacksBackup(ctx, db, figures.alert_backup_hours)),
  },
  {
    name: "disk",
    says: () => "the disk is short of room: the club is read-only",
    todo: "Make room: copy old backups elsewhere and remove them, or enlarge the disk. Betting is back by itself within half a minute.",
    roles: ["pool_controller"],
    afterS: atOnce,
    find: async ({ disk }) => whole(disk.isShort),
  },
  {
    name: "disk_low",
    says: () => "the disk has less room than the club wants",
    todo: "Copy old backups elsewhere and remove them, or enlarge the disk, before the club becomes read-only.",
    roles: [],
    afterS: atOnce,
    find: async ({ settings }, _db, { alert_disk_gib: least }) =>
      whole(least > 0 && (await freeBytes(settings.dataDir)) < least * GIB),
  },
  {
    name: "connection",
    says: (kind) => `the connection "${kind}" fails`,
    todo: "The console's page of connections says why. Ask its provider, put its settings right, press Test. What waits goes out by itself when it is back.",
    roles: [],
    afterS: (figures) => figures.alert_connection_minutes * MINUTE,
    find: failing,
  },
  {
    name: "settlement",
    says: () => "a settlement takes too long",
    todo: "Look whether somebody stopped it, at the race's page; then at the log for a job that fails. It goes on where it was, also after a restart.",
    roles: ["results_clerk", "pool_controller"],
    afterS: atOnce,
    find: async (_ctx, db, figures) =>
      whole(await holds(db, LATE, [figures.alert_settlement_minutes])),
  },
  {
    name: "top_ups",
    says: () => "a top-up has waited for an operator too long",
    todo: "Somebody looks at the console's page of approvals: the oldest top-up stands first.",
    roles: ["cashier"],
    afterS: atOnce,
    find: async (_ctx, db, { alert_top_up_minutes: most }) =>
      whole(most > 0 && (await holds(db, OLD_TOP_UP, [most]))),
  },
  {
    name: "withdrawals",
    says: () => "a withdrawal has waited for an operator too long",
    todo: "Somebody looks at the console's page of approvals: the oldest withdrawal stands first.",
    roles: ["cashier"],
    afterS: atOnce,
    find: async (_ctx, db, { alert_withdrawal_hours: most }) =>
      whole(most > 0 && (await holds(db, OLD_WITHDRAWAL, [most]))),
  },
  {
    name: "payout_notice",
    says: (payout) => `what the payout provider says of "${payout}" does not fit the books`,
    todo: "It booked nothing. Look the payout up at the provider by that name and the withdrawal at the console: what was paid twice or came back is put right by an adjustment. Then dismiss it with what you found; it ends after a week.",
    roles: ["cashier"],
    afterS: atOnce,
    find: async (_ctx, db) => {
      const { rows } = await db.query<{ subject: string }>(UNFIT_NOTICE);
      return rows.map(({ subject }) => subject);
    },
  },
];

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

async function lacksBackup(
  { settings }: AppContext,
  db: Queryable,
  hours: number,
): Promise<boolean> {
  // A new club has had no night yet.
  if (!(await holds(db, OLD_ENOUGH, [hours]))) return false;
  const hasOwnTools = !(await isEmbeddedDatabase(settings));
  const at = await lastBackup(settings.dataDir, hasOwnTools);
  return at === null || Date.now() - at.getTime() > hours * HOUR_MS;
}

async function failing(ctx: AppContext, db: Queryable): Promise<readonly string[]> {
  const { rows } = await db.query<{ kind: string }>(FAILING);
  const kinds = CONNECTION_KINDS.filter((kind) => rows.some((row) => row.kind === kind));
  const on = await Promise.all(kinds.map(async (kind) => await ctx.connections.open(kind)));
  return kinds.filter((_kind, i) => on[i] !== null);
}
