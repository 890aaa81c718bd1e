import { expect } from "vitest";
import { brokenChecks } from "./checks.ts";
import { ok, startClub } from "./club.ts";
import type { Answer, TestClub, TestPlayer } from "./club.ts";
import { newKey } from "./payment-desk.ts";

export const CAP = {
  kind: "goods",
  picture: "cap",
  texts: { en: { name: "Rail cap", about: "Green." }, es: { name: "Gorra", about: "Verde." } },
  price_cents: 2900,
  stock: 24,
};

/** A club and its shop: the desk that sells, and players who buy. */
export class ShopDesk {
  readonly club: TestClub;

  constructor(club: TestClub) {
    this.club = club;
  }

  static async open(): Promise<ShopDesk> {
    return new ShopDesk(await startClub({ env: { CLUB_RATE_FACTOR: "0" } }));
  }

  /** Stops the club, whose books must be right. */
  async close(): Promise<void> {
    expect(await brokenChecks(this.club.ctx)).toEqual([]);
    await this.club.close();
  }

  async desk(method: string, path: string, body?: unknown): Promise<Answer> {
    const { token } = await this.club.operator();
    return await this.club.call(method, `/api/operator/shop${path}`, { token, body });
  }

  /** A product that players can buy. */
  async sell(form: object = {}): Promise<string> {
    const made = ok(await this.desk("POST", "/products", { ...CAP, ...form }));
    ok(await this.desk("POST", `/products/${made.product_id}/publish`));
    return made.product_id;
  }

  async buy(player: TestPlayer, body: object, key: string | null = newKey()): Promise<Answer> {
    const headers: Record<string, string> = key === null ? {} : { "idempotency-key": key };
    return await this.club.call("POST", "/api/shop/buy", {
      token: player.token,
      headers,
      body: { quantity: 1, price_cents: 2900, ...body },
    });
  }

  /** Retries the same request while the club is busy, as the app does. */
  async buyInTheEnd(player: TestPlayer, id: string): Promise<Answer> {
    const key = newKey();
    for (;;) {
      const answer = await this.buy(player, { product_id: id }, key);
      if (answer.status !== 503) return answer;
    }
  }

  async buyer(cents: number): Promise<TestPlayer> {
    const player = await this.club.signUp();
    if (cents > 0) await this.club.fund(player, cents);
    return player;
  }

  async walletOf(player: TestPlayer): Promise<{ cash_cents: number; bonus_cents: number }> {
    return ok(await this.club.call("GET", "/api/user/wallet", player));
  }

  async stockOf(id: string): Promise<number> {
    return (await this.club.query("SELECT stock FROM product WHERE id = $1", [id]))[0]?.["stock"];
  }
}
