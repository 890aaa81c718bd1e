import type { ConnectionKind, GoingLiveCheck } from "@club/contract";
import { lastBackup } from "../backup/backup-list.ts";
import type { AppContext } from "../../core/context.ts";
import {
  hasSynchronousStandby,
  isLogKept,
  readLogArchive,
  readReplication,
} from "../../core/db/durability.ts";
import { isEmbeddedDatabase } from "../../core/db/own-database.ts";
import { countWithoutFactor } from "../../desk/operators/set-up-factor.ts";
import { openReceivingAccount } from "../../money/receiving/receiving-accounts.ts";
import { readPayoutAccount } from "../../money/withdrawals/make-payout-file.ts";
import { readRegisterRule } from "../../people/exclusion/register-rule.ts";
import { readConnectionFacts, readIdentityChoice, readSeenPayments } from "./going-live.queries.ts";

export interface Finding {
  check: GoingLiveCheck;
  is_done: boolean;
  missing: number | null;
  at: string | null;
  by: string | null;
  is_failing: boolean;
}

const HOUR_MS = 60 * 60 * 1000;
/** A nightly backup may end a little later than the one before. */
const FRESH_MS = 26 * HOUR_MS;
/** How long it counts that a connection worked. */
const LATELY_MS = 7 * 24 * HOUR_MS;

/** What still keeps this club from real money, looked for each time; nothing is ticked by hand. */
export async function findGoingLive(
  ctx: AppContext,
  request: { isTls: boolean },
): Promise<Finding[]> {
  return [
    ...(await findConnections(ctx)),
    ...(await findMoney(ctx)),
    ...(await findPeople(ctx)),
    ...(await findMachine(ctx, request)),
  ];
}

interface Details {
  readonly missing?: number;
  readonly at?: Date | null | undefined;
  readonly by?: string | null;
  readonly isFailing?: boolean;
}

function found(check: GoingLiveCheck, isDone: boolean, details: Details = {}): Finding {
  const { missing = null, at, by = null, isFailing = false } = details;
  // What waits for a connection that fails is kept, and the line says so.
  return {
    check,
    is_done: isDone && !isFailing,
    missing,
    at: at?.toISOString() ?? null,
    by,
    is_failing: isFailing,
  };
}

/** Whether a connection is on and did what it is for within a week, and whether it fails since. */
async function findConnection(
  ctx: AppContext,
  kind: ConnectionKind,
): Promise<{ isOn: boolean; isDone: boolean; isFailing: boolean; at: Date | null }> {
  const known = (await readConnectionFacts(ctx.db.operators)).get(kind);
  const at = known?.succeeded_at ?? null;
  const isOn = (await ctx.connections.open(kind)) !== null;
  const isDone = isOn && at !== null && Date.now() - at.getTime() < LATELY_MS;
  return { isOn, isDone, isFailing: isOn && known?.is_failing === true, at };
}

async function findConnections(ctx: AppContext): Promise<Finding[]> {
  const kinds = ["mail", "sms", "alerts"] as const;
  return await Promise.all(
    kinds.map(async (kind) => {
      const { isDone, isFailing, at } = await findConnection(ctx, kind);
      return found(kind, isDone, { at, isFailing });
    }),
  );
}

async function findMoney(ctx: AppContext): Promise<Finding[]> {
  const db = ctx.db.operators;
  const hasAccount = (await openReceivingAccount(ctx, db)) !== null;
  const cards = await findConnection(ctx, "payment");
  const payout = await findConnection(ctx, "payout");
  const hasFiles = (await readPayoutAccount(db)) !== null;
  const { came_at: cameAt, went_at: wentAt } = await readSeenPayments(db);
  return [
    found("money_in", hasAccount || cards.isOn, { isFailing: cards.isFailing }),
    found("payment_in", cameAt !== null, { at: cameAt }),
    found("payouts", payout.isDone || hasFiles, { at: payout.at, isFailing: payout.isFailing }),
    found("payment_out", wentAt !== null, { at: wentAt }),
  ];
}

async function findPeople(ctx: AppContext): Promise<Finding[]> {
  const db = ctx.db.operators;
  const choice = await readIdentityChoice(db);
  const checker = await findConnection(ctx, "identity");
  const register = await findConnection(ctx, "exclusion");
  const rule = await readRegisterRule(db);
  const byLaw = { by: rule.changed_by, at: dateOf(rule.changed_at) };
  return [
    found("identity", choice !== null, {
      at: choice?.at,
      by: choice?.by ?? null,
      isFailing: checker.isFailing,
    }),
    rule.not_asked_by_law
      ? found("register", true, byLaw)
      : found("register", register.isDone, { at: register.at, isFailing: register.isFailing }),
  ];
}

function dateOf(instant: string | null): Date | null {
  return instant === null ? null : new Date(instant);
}

async function findMachine(ctx: AppContext, request: { isTls: boolean }): Promise<Finding[]> {
  const { settings } = ctx;
  const hasOwnDatabase = !(await isEmbeddedDatabase(settings));
  const missing = await countWithoutFactor(ctx);
  const backedUpAt = await lastBackup(settings.dataDir, hasOwnDatabase);
  const isFresh = backedUpAt !== null && Date.now() - backedUpAt.getTime() < FRESH_MS;
  const isRequired = settings.operatorSecondFactor === "required";
  const replication = await readReplication(ctx.db.operators);
  const archive = await readLogArchive(ctx.db.operators);
  return [
    found("factor", isRequired && missing === 0, { missing }),
    found("four_eyes", settings.fourEyes),
    found("demo", !settings.demo),
    found("database", hasOwnDatabase),
    found("standby", hasOwnDatabase && hasSynchronousStandby(replication)),
    found("roles", hasOwnDatabase && !settings.singleRole),
    found("backup", isFresh, { at: backedUpAt }),
    found("log", isLogKept(archive), { at: archive.archived_at }),
    found("tls", request.isTls),
    found("console_host", settings.consoleHost !== undefined),
  ];
}
