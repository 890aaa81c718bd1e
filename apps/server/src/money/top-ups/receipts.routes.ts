import { addReceipt as addCall, listOperatorTopUps } from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyInstance, FastifyReply } from "fastify";
import { decrypt } from "../../core/kit/cipher.ts";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { RATES } from "../../core/limits/rate-limit.ts";
import { register } from "../../core/http/register.ts";
import { knownId } from "../../core/kit/ids.ts";
import { audit } from "../../desk/operators/audit.ts";
import { requireDesk } from "../../desk/operators/require-desk.ts";
import { asFile } from "../../core/http/headers.ts";
import { uploadedFile, uploadScope } from "../../core/uploads/multipart.ts";
import { addReceipt, receiptPlace } from "./submit-top-up.ts";
import { readReceipt } from "./top-ups.queries.ts";
import type { ReceiptRow } from "./top-ups.queries.ts";

interface ReceiptParams {
  topup_id: string;
  receipt_id: string;
}

const PLAYER_PATH = "/api/recharge/:topup_id/receipts/:receipt_id";
const DESK_PATH = "/api/operator/topups/:topup_id/receipts/:receipt_id";
const READ_WITH = { access: listOperatorTopUps.access, of: listOperatorTopUps };
/** A file is not in the answers' envelope, so the API document leaves this call out. */
const HIDDEN = { schema: { hide: true } } as const;

export function receiptRoutes(app: FastifyInstance, ctx: AppContext): void {
  uploadScope(app, (scope) => {
    register(
      scope,
      ctx,
      addCall,
      async ({ params, player, request }) => {
        const topUpId = knownId(params.topup_id);
        const file = uploadedFile(request);
        return { data: await addReceipt(ctx, { playerId: player.id, topUpId, file }) };
      },
      { rate: RATES.uploads },
    );
  });
  app.get<{ Params: ReceiptParams }>(PLAYER_PATH, HIDDEN, async (request, reply) => {
    const player = await ctx.sessions.requirePlayer(request);
    const receipt = await find(ctx.db.browsing, request.params);
    if (receipt.player_id !== player.id) throw new Refusal("not_found");
    return await send(ctx, { receipt, reply, id: request.params.receipt_id });
  });
  app.get<{ Params: ReceiptParams }>(DESK_PATH, HIDDEN, async (request, reply) => {
    const operator = await requireDesk(ctx, request, { path: DESK_PATH, ...READ_WITH });
    const receipt = await find(ctx.db.operators, request.params);
    await audit(ctx.db.operators, {
      action: "topup.receipt.read",
      isEach: true,
      operator,
      request,
      target: request.params.topup_id,
      after: { player_id: receipt.player_id, receipt_id: request.params.receipt_id },
    });
    return await send(ctx, { receipt, reply, id: request.params.receipt_id });
  });
}

async function find(db: Queryable, params: ReceiptParams): Promise<ReceiptRow> {
  const receipt = await readReceipt(db, knownId(params.receipt_id), knownId(params.topup_id));
  if (receipt === null) throw new Refusal("not_found");
  return receipt;
}

async function send(
  ctx: AppContext,
  file: { receipt: ReceiptRow; reply: FastifyReply; id: string },
): Promise<FastifyReply> {
  const { receipt, reply, id } = file;
  const picture = decrypt(ctx.secrets, receiptPlace(id.toLowerCase()), receipt.cipher);
  const name = `receipt-${receipt.reference}.jpg`;
  return await asFile(reply, { name, type: "image/jpeg" }).send(Buffer.from(picture, "base64"));
}
