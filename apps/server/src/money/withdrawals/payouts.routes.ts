import {
  dropPayoutFile,
  getPayouts,
  makePayoutFile as makeCall,
  MOST_PAYOUTS,
  payPayoutFile,
  sendPayoutFile,
  setPayoutAccount,
} from "@club/contract";
import type { DataOf, PayoutFileView } from "@club/contract";
import { PAYOUT_FORMATS, Refusal } from "@club/domain";
import type { FastifyInstance } from "fastify";
import { readAccountsToPay } from "../../people/accounts/bank-card.ts";
import { decrypt } from "../../core/kit/cipher.ts";
import type { AppContext } from "../../core/context.ts";
import { lockSetting, writeSetting } from "../../core/db/club-setting.ts";
import { withTransaction } from "../../core/db/connect.ts";
import { register } from "../../core/http/register.ts";
import { knownId } from "../../core/kit/ids.ts";
import { audit } from "../../desk/operators/audit.ts";
import { requireRole } from "../../desk/operators/permissions.ts";
import { asFile } from "../../core/http/headers.ts";
import { decidePayout } from "./decide-payout-file.ts";
import {
  fileOf,
  makePayoutFile,
  PAYOUT_ACCOUNT,
  payoutPlace,
  readPayoutAccount,
} from "./make-payout-file.ts";
import { payPayout } from "./pay-payout-file.ts";
import { payoutName } from "./withdrawals.wire.ts";
import { listPayoutFiles, readFileHolds, readPayoutContent } from "./payouts.queries.ts";
import type { PayoutFileRow } from "./payouts.queries.ts";
import { withdrawalMethodOf } from "./withdrawal-method.ts";
import { readRules, refuseHeldBack, waitsOf } from "./withdrawal-rules.ts";
import { listAllWithdrawals } from "./withdrawals.queries.ts";

const HIDDEN = { schema: { hide: true } } as const;

export function payoutRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, getPayouts, async () => {
    const db = ctx.db.operators;
    const account = await readPayoutAccount(db);
    const { currency } = ctx.settings;
    const data = { account, currency, ready: await readyOnes(ctx) };
    return { data, list: (await listPayoutFiles(db)).map(toPayoutFile) };
  });
  register(app, ctx, setPayoutAccount, async ({ body, operator, request }) => {
    await withTransaction(ctx.db.operators, async (tx) => {
      await lockSetting(tx, PAYOUT_ACCOUNT);
      const before = await readPayoutAccount(tx);
      await writeSetting(tx, { name: PAYOUT_ACCOUNT, value: body, by: operator.id });
      await audit(tx, { action: "payout.account", operator, request, before, after: body });
    });
    return { data: body };
  });
  register(app, ctx, makeCall, async ({ body, operator, request }) => {
    const file = await makePayoutFile(ctx, {
      format: body.format,
      withdrawalIds: body.withdrawal_ids.map(knownId),
      totalCents: BigInt(body.total_cents),
      payOn: body.pay_on,
      operator,
      request,
    });
    return { data: toPayoutFile(file) };
  });
  decisionRoutes(app, ctx);
  contentRoute(app, ctx);
}

function decisionRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, sendPayoutFile, async ({ params, operator, request }) => {
    const decision = { fileId: knownId(params.file_id), operator, request, reason: null };
    return { data: toPayoutFile(await decidePayout(ctx, decision, "sent")) };
  });
  register(app, ctx, dropPayoutFile, async ({ params, body, operator, request }) => {
    const decision = { fileId: knownId(params.file_id), operator, request, reason: body.reason };
    return { data: toPayoutFile(await decidePayout(ctx, decision, "dropped")) };
  });
  register(app, ctx, payPayoutFile, async ({ params, operator, request }) => {
    const decision = { fileId: knownId(params.file_id), operator, request };
    return { data: toPayoutFile(await payPayout(ctx, decision)) };
  });
}

/** GET /api/operator/payouts/:file_id/file: the file for the bank, always the same bytes. */
function contentRoute(app: FastifyInstance, ctx: AppContext): void {
  app.get<{ Params: { file_id: string } }>(
    "/api/operator/payouts/:file_id/file",
    HIDDEN,
    async (request, reply) => {
      const operator = await ctx.sessions.requireOperator(request, { isAction: true });
      await requireRole(ctx, { call: makeCall, operator, request });
      const db = ctx.db.operators;
      const file = await fileOf(db, knownId(request.params.file_id));
      if (file.status === "made") refuseHeldBack(await readFileHolds(db, file.id));
      const sealed = await readPayoutContent(db, file.id);
      if (sealed === null) throw new Refusal("not_found");
      const row = { action: "payout.read", operator, request, target: file.id, isEach: true };
      await audit(db, row);
      const { extension, type } = withdrawalMethodOf(ctx).files[file.format];
      const name = `${payoutName(file.number)}.${extension}`;
      const content = decrypt(ctx.secrets, payoutPlace(file.id), sealed);
      return await asFile(reply, { name, type }).send(Buffer.from(content, "utf8"));
    },
  );
}

async function readyOnes(ctx: AppContext): Promise<DataOf<typeof getPayouts>["ready"]> {
  const db = ctx.db.operators;
  const approved = listAllWithdrawals(db, { statuses: ["approved"] });
  const newest = { sort: "-at", after: null, limit: MOST_PAYOUTS };
  const rows = (await approved.read(newest)).filter(
    (row) => row.payout_id === null && row.order_state === null,
  );
  const rules = await readRules(db);
  const { files } = withdrawalMethodOf(ctx);
  const playerIds = rows.map((row) => row.player_id);
  const accounts = await readAccountsToPay(ctx, db, playerIds);
  return rows.toReversed().map((row) => {
    const found = accounts.get(row.player_id);
    const line =
      found === undefined
        ? null
        : { reference: row.reference, account: found.account, amountCents: row.amount_cents };
    const fits =
      line === null
        ? []
        : PAYOUT_FORMATS.filter((format) => files[format].fits(ctx.settings.currency, line));
    const isWaiting = waitsOf(row, rules.account_hours).length > 0;
    return {
      withdrawal_id: row.id,
      user_name: row.user_name,
      full_name: row.full_name,
      amount_cents: Number(row.amount_cents),
      reference: row.reference,
      fits: isWaiting ? [] : fits,
      obstacle: isWaiting ? ("waits" as const) : fits.length === 0 ? ("account" as const) : null,
    };
  });
}

function toPayoutFile(row: PayoutFileRow): PayoutFileView {
  return {
    file_id: row.id,
    name: payoutName(row.number),
    format: row.format,
    status: row.status,
    items: row.items,
    total_cents: Number(row.total_cents),
    paid: row.paid,
    pay_on: row.pay_on,
    sha256: row.sha256.toString("hex"),
    made_by: row.made_by,
    made_at: row.made_at.toISOString(),
    decided_by: row.decided_by,
    decided_at: row.decided_at?.toISOString() ?? null,
    reason: row.reason,
  };
}
