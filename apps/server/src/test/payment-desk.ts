import { randomBytes } from "node:crypto";
import type { DoublePayment, NoticeChange, SignedRequest } from "@club/doubles";
import { StandardPaymentsDouble } from "@club/doubles";
import { watchPayments } from "../money/payments/ask-payment.ts";
import { PAYMENT_KEY, PAYMENT_SECRET, paymentEnv } from "./payment-env.ts";
import { ok, startClub } from "./club.ts";
import type { Answer, ByHand, ClubOptions, Row, TestClub, TestPlayer } from "./club.ts";

export type NoticeType = Parameters<StandardPaymentsDouble["notice"]>[0];

/** A club and the standard provider, which tells it nothing by itself. */
export class PaymentDesk {
  readonly club: TestClub;
  readonly provider: StandardPaymentsDouble;

  constructor(club: TestClub, provider: StandardPaymentsDouble) {
    this.club = club;
    this.provider = provider;
  }

  static async open(options: ClubOptions = {}): Promise<PaymentDesk> {
    const provider = await new StandardPaymentsDouble({
      key: PAYMENT_KEY,
      secret: PAYMENT_SECRET,
    }).start();
    const env = { ...paymentEnv("standard", provider.http.url), ...options.env };
    return new PaymentDesk(await startClub({ ...options, env }), provider);
  }

  async close(): Promise<void> {
    await this.club.close();
    await this.provider.http.close();
  }

  async create(player: TestPlayer, cents = 5000, key = newKey()): Promise<Answer> {
    return await this.club.call("POST", "/api/recharge/create", {
      token: player.token,
      body: { method: "card", amount_cents: cents },
      headers: { "idempotency-key": key },
    });
  }

  /** A top-up by card, and the payment that the provider has for it. */
  async ask(player: TestPlayer, cents = 5000): Promise<{ id: string; payment: DoublePayment }> {
    const made = ok(await this.create(player, cents));
    const payment = this.provider.list.find(({ reference }) => reference === made.reference);
    if (payment === undefined) throw new Error("the provider was asked");
    return { id: made.topup_id, payment };
  }

  /** A player whose card payment of 50.00 is in his cash. */
  async paid(): Promise<{ player: TestPlayer; id: string; payment: DoublePayment }> {
    const player = await this.club.signUp();
    const { id, payment } = await this.ask(player);
    this.provider.choose(payment, "debit");
    ok(await this.tell("succeeded", payment));
    return { player, id, payment };
  }

  /** Takes money out of a player's cash, as if he had lost it. */
  async spend(player: TestPlayer, cents: number): Promise<void> {
    const { token } = await this.club.operator();
    const path = `/api/operator/players/${player.id}/adjust`;
    const body = { kind: "correction", amount_cents: -cents, reason: "spent" };
    const headers = { "idempotency-key": newKey() };
    ok(await this.club.call("POST", path, { token, body, headers }));
  }

  async withdraw(player: TestPlayer, cents: number): Promise<Answer> {
    const headers = { "idempotency-key": newKey() };
    const body = { amount_cents: cents };
    const { token } = player;
    return await this.club.call("POST", "/api/withdraw/create", { token, body, headers });
  }

  async addAccount(player: TestPlayer): Promise<void> {
    const body = {
      bank_name: "Bank",
      account_name: player.name,
      account_number: "12345678",
      branch_code: "062000",
      swift_bic: "",
      currency: "AUD",
    };
    ok(await this.club.call("POST", "/api/user/bank_card", { token: player.token, body }));
  }

  async refund(topUpId: string): Promise<Answer> {
    const path = `/api/operator/topups/${topUpId}/refund`;
    const { token } = await this.club.operator();
    return await this.club.call("POST", path, { token, body: { reason: "asked for" } });
  }

  async send(notice: SignedRequest, provider = "standard"): Promise<Answer> {
    const { body, headers } = notice;
    return await this.club.call("POST", `/api/hooks/payments/${provider}`, { body, headers });
  }

  async tell(type: NoticeType, payment: DoublePayment, change: NoticeChange = {}): Promise<Answer> {
    return await this.send(this.provider.notice(type, payment, change));
  }

  /** What the job does when its time comes, with every pause over. */
  async watch(): Promise<void> {
    await this.club.asAdmin("UPDATE payment SET next_ask_at = now() WHERE next_ask_at IS NOT NULL");
    await this.club.asAdmin("UPDATE payment_return SET next_at = now() WHERE state = 'waiting'");
    await watchPayments(this.club.ctx);
  }

  /** The same for one payment, whatever else waits. */
  async watchOnly(id: string, { isAsked = true } = {}): Promise<void> {
    await this.club.asAdmin(
      "UPDATE payment SET next_ask_at = now() + interval '1 day' WHERE next_ask_at IS NOT NULL",
    );
    if (isAsked) {
      await this.club.asAdmin(
        "UPDATE payment SET next_ask_at = now() WHERE id = $1 AND next_ask_at IS NOT NULL",
        [id],
      );
    }
    await this.club.asAdmin(
      "UPDATE payment_return SET next_at = now() + CASE WHEN payment = $1 AND NOT $2 THEN interval '0' ELSE interval '1 day' END WHERE state = 'waiting'",
      [id, isAsked],
    );
    await watchPayments(this.club.ctx);
  }

  async cashOf(player: TestPlayer): Promise<number> {
    return ok(await this.club.call("GET", "/api/user/wallet", player)).cash_cents;
  }

  async topUpOf(player: TestPlayer): Promise<ByHand> {
    return (await this.club.call("GET", "/api/recharge/list", player)).body.list[0];
  }

  async stateOf(topUpId: string): Promise<string> {
    const [row] = await this.club.query("SELECT state FROM payment WHERE id = $1", [topUpId]);
    return row?.["state"];
  }

  /** What was kept of a payment and not booked. */
  async arrivalsOf(payment: { readonly id: string }): Promise<Row[]> {
    return await this.club.query(
      "SELECT * FROM payment_arrival WHERE payment_id = $1 ORDER BY id",
      [payment.id],
    );
  }

  /** The open case of a payment. */
  async openCase(payment: { readonly id: string }, why = "disputed"): Promise<string> {
    const arrivals = await this.arrivalsOf(payment);
    return arrivals.find((row) => row["why"] === why && row["state"] === "open")?.["id"];
  }

  async decide(arrivalId: string, act: string, body: object = {}, token?: string): Promise<Answer> {
    const path = `/api/operator/payments/arrivals/${arrivalId}/${act}`;
    const owner = token ?? (await this.club.operator()).token;
    return await this.club.call("POST", path, {
      token: owner,
      body: { reason: "looked at", ...body },
    });
  }

  async balanceOf(kind: string): Promise<number> {
    const [row] = await this.club.query(
      `SELECT coalesce(sum(p.amount_cents), 0)::integer AS cents FROM account a JOIN posting p ON p.account_id = a.id
       WHERE a.kind = $1`,
      [kind],
    );
    return row?.["cents"];
  }
}

export const newKey = (): string => randomBytes(8).toString("hex");
