import { randomBytes } from "node:crypto";
import { DOUBLE_SECRET, PayoutsDouble, sendNotice, signedNotice } from "@club/doubles";
import type { DoublePayout, SigningOptions } from "@club/doubles";
import { sendPayouts } from "../money/payouts/send-payouts.ts";
import { ok, startClub } from "./club.ts";
import type { Answer, Row, TestClub, TestOperator, TestPlayer } from "./club.ts";

const KEY = "key of the club";

/** A withdrawal. */
export interface Made {
  readonly player: TestPlayer;
  readonly id: string;
  readonly reference: string;
}

interface Parts {
  readonly club: TestClub;
  readonly cashier: TestOperator;
  readonly provider: PayoutsDouble;
}

/** A player asks for all of his cash, to an account that the desk has verified and that is old enough. */
export async function requestWithdrawal(
  { club, cashier }: Pick<Parts, "club" | "cashier">,
  asked: { cents: number; accountNumber?: string | undefined; branchCode?: string },
): Promise<Made> {
  const { cents, accountNumber = "11844417", branchCode = "999204" } = asked;
  const player = await club.signUp();
  await club.fund(player, cents);
  const card = {
    bank_name: "Harbour Mutual",
    account_name: "Noor Haldane",
    account_number: accountNumber,
    branch_code: branchCode,
    swift_bic: "",
    currency: "AUD",
  };
  ok(await club.call("POST", "/api/user/bank_card", { token: player.token, body: card }));
  const verify = `/api/operator/players/${player.id}/bank-card/verify`;
  ok(await club.call("POST", verify, { token: cashier.token, body: {} }));
  await club.query(
    "UPDATE bank_card SET changed_at = changed_at - interval '25 hours' WHERE player_id = $1",
    [player.id],
  );
  const { withdrawal_id: id, reference } = ok(
    await club.call("POST", "/api/withdraw/create", {
      token: player.token,
      body: { amount_cents: cents },
      headers: { "idempotency-key": randomBytes(8).toString("hex") },
    }),
  );
  return { player, id, reference };
}

/** A club whose withdrawals a provider pays; it tells nothing by itself. */
export class PayoutDesk {
  readonly club: TestClub;
  readonly cashier: TestOperator;
  readonly provider: PayoutsDouble;

  constructor({ club, cashier, provider }: Parts) {
    this.club = club;
    this.cashier = cashier;
    this.provider = provider;
  }

  static async open(env: Record<string, string> = {}): Promise<PayoutDesk> {
    const provider = new PayoutsDouble(KEY);
    await provider.http.start();
    const club = await startClub({
      env: {
        CLUB_RATE_FACTOR: "0",
        CLUB_PAYOUT_PROVIDER: "standard",
        CLUB_PAYOUT_URL: provider.http.url,
        // What is not set for payouts is what is set for payments.
        CLUB_PAYMENT_KEY: KEY,
        CLUB_PAYMENT_WEBHOOK_SECRET: DOUBLE_SECRET,
        ...env,
      },
    });
    return new PayoutDesk({ club, cashier: await club.newOperator("cashier"), provider });
  }

  async close(): Promise<void> {
    await Promise.all([this.club.close(), this.provider.http.close()]);
  }

  /** Where the provider tells its news. */
  get hook(): string {
    return `${this.club.url}/api/hooks/payouts/standard`;
  }

  async requested(cents: number, accountNumber?: string): Promise<Made> {
    return await requestWithdrawal(this, { cents, accountNumber });
  }

  async approved(cents: number, accountNumber?: string): Promise<Made> {
    const made = await this.requested(cents, accountNumber);
    ok(await this.act(made, "approve"));
    return made;
  }

  async act({ id }: Made, what: string): Promise<Answer> {
    const path = `/api/operator/withdrawals/${id}/${what}`;
    const { token } = this.cashier;
    return await this.club.call("POST", path, { token, body: { reason: "by hand" } });
  }

  /** What people say became of one that the provider is silent about. */
  async decide({ id }: Made, what: string, { token } = this.cashier): Promise<Answer> {
    const path = `/api/operator/withdrawals/${id}/payout`;
    const body = { act: what, reason: "the bank's paper of 3 May" };
    return await this.club.call("POST", path, { token, body });
  }

  async send(): Promise<void> {
    await sendPayouts(this.club.ctx);
  }

  /** As if the pause before the next try were over. */
  async sendAgain(): Promise<void> {
    await this.club.query("UPDATE payout_order SET next_at = club_now_ms() WHERE ended_at IS NULL");
    await this.send();
  }

  /** What the provider has of it. */
  of({ reference }: Made): DoublePayout[] {
    return this.provider.payouts.filter((payout) => payout.reference === reference);
  }

  /** How often the provider was asked. */
  asked({ reference }: Made): number {
    return this.provider.http.seen.filter(({ body }) => body.includes(reference)).length;
  }

  async state({ id, player }: Made): Promise<Row> {
    const [row] = await this.club.query(
      `SELECT w.status, w.method, w.reason, o.state AS "order", o.failure, o.sealed IS NULL AS is_forgotten,
         a.cash_cents::int AS cash, a.held_cents::int AS held
       FROM withdrawal w JOIN wallet a ON a.player_id = w.player_id LEFT JOIN payout_order o ON o.withdrawal_id = w.id
       WHERE w.id = $1 AND a.player_id = $2`,
      [id, player.id],
    );
    return row ?? {};
  }

  async tell(
    made: Made,
    outcome: "paid" | "failed",
    options: SigningOptions & { change?: Record<string, unknown> } = {},
  ): Promise<number> {
    const [payout] = this.of(made);
    if (payout === undefined) throw new Error("it was never asked to pay this");
    const { type, data } = this.provider.news(payout, outcome);
    const body = { type, data: { ...(data as object), ...options.change } };
    return await sendNotice(this.hook, signedNotice(body, options));
  }
}
