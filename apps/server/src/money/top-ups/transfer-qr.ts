import { topUpQr } from "@club/contract";
import type { BankTransfer } from "@club/contract";
import { Refusal, transferQrText } from "@club/domain";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { register } from "../../core/http/register.ts";
import { knownId } from "../../core/kit/ids.ts";
import { qrSvg, TRANSFER_VERSION } from "../../core/qr/qr-svg.ts";
import { openReceivingAccount, toInstructions } from "../receiving/receiving-accounts.ts";
import { readTopUp } from "./top-ups.queries.ts";
import type { TopUpRow } from "./top-ups.queries.ts";

type Transfer = Pick<TopUpRow, "amount_cents" | "reference">;

/** Where to pay; for a transfer in euros with the text of the QR code that fills the bank's form. */
export function withTransferQr(
  ctx: Pick<AppContext, "settings">,
  instructions: BankTransfer | null,
  { amount_cents: amountCents, reference }: Transfer,
): BankTransfer | null {
  if (ctx.settings.currency !== "EUR" || instructions === null) return instructions;
  if (instructions.iban === "") return instructions;
  const { account_name: accountName, iban, bic } = instructions;
  const qr_text = transferQrText({ accountName, iban, bic, amountCents, reference });
  return { ...instructions, qr_text };
}

/** The code of a top-up that was announced before, for its page. */
export function transferQrRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, topUpQr, async ({ params, player }) => {
    const db = ctx.db.browsing;
    const topUp = await readTopUp(db, knownId(params.topup_id));
    if (topUp?.player_id !== player.id) throw new Refusal("not_found");
    const account = topUp.method === "bank_transfer" ? await openReceivingAccount(ctx, db) : null;
    const instructions = account === null ? null : toInstructions(account);
    const qr_text = withTransferQr(ctx, instructions, topUp)?.qr_text ?? null;
    const qr_svg = qr_text === null ? null : qrSvg(qr_text, TRANSFER_VERSION);
    return { data: { qr_text, qr_svg } };
  });
}
