import { expect } from "vitest";
import { brokenChecks } from "./checks.ts";
import { BIRTHDAY, ok, PASSWORD, readCode, startClub } from "./club.ts";
import type { Answer, TestClub, TestPlayer } from "./club.ts";

let phones = 100_000_000;
let places = 0;
export const ON = { reward_cents: 1000, monthly_cap: 2 };

export interface Person extends TestPlayer {
  code: string;
}

/** A player's phone without its country: a number that nobody else has. */
export const numberOf = ({ phone }: TestPlayer): string => phone.slice("+61".length);

/** A club where friends invite each other, and the desk that pays for it. */
export class InviteDesk {
  readonly club: TestClub;

  constructor(club: TestClub) {
    this.club = club;
  }

  static async open(): Promise<InviteDesk> {
    const club = await startClub({ env: { CLUB_RATE_FACTOR: "0", CLUB_TRUST_PROXY: "on" } });
    await pretendBets(club);
    return new InviteDesk(club);
  }

  /** Stops the club, whose books must be right. */
  async close(): Promise<void> {
    expect(await brokenChecks(this.club.ctx)).toEqual([]);
    await this.club.close();
  }

  async rules(body: object): Promise<void> {
    const { token } = await this.club.operator();
    ok(await this.club.call("PUT", "/api/operator/invitations/rules", { token, body }));
  }

  /** Signs up a player with his own address and device, unless told otherwise, and an invite code. */
  async join(asked: { code?: string; from?: string; device?: string } = {}): Promise<Person> {
    const { token } = await this.club.operator();
    phones += 1;
    places += 1;
    const phone = `+61${phones}`;
    const name = `friend-${phones}`;
    const sent = ok(
      await this.club.call("POST", "/api/user/verification", {
        body: { phone, purpose: "register" },
      }),
    );
    const code = await readCode(this.club.call, token, phone);
    const data = ok(
      await this.club.call("POST", "/api/user/register", {
        headers: {
          "x-forwarded-for": asked.from ?? `10.${places % 250}.${Math.floor(places / 250)}.7`,
          "user-agent": asked.device ?? `Phone ${places}`,
        },
        body: {
          user_name: name,
          password: PASSWORD,
          verification_id: sent.verification_id,
          timestamp: sent.timestamp,
          phone,
          code,
          invite_code: asked.code ?? "",
        },
      }),
    );
    const own = { token: data.access_token as string };
    ok(
      await this.club.call("PUT", "/api/user/profile", {
        ...own,
        body: { date_of_birth: BIRTHDAY },
      }),
    );
    const info = ok(await this.club.call("GET", "/api/invitation/info", own));
    return {
      id: data.user_id,
      name,
      phone,
      password: PASSWORD,
      code: info.invite_code,
      token: own.token,
      refreshToken: data.refresh_token,
    };
  }

  async saveAccount(player: TestPlayer, number = numberOf(player)): Promise<void> {
    const body = {
      bank_name: "Bank",
      account_name: player.name,
      account_number: number,
      branch_code: "062000",
      swift_bic: "",
      currency: "AUD",
    };
    ok(await this.club.call("POST", "/api/user/bank_card", { token: player.token, body }));
  }

  /** Fakes a settled bet in the view of bets: making real race rows is another test's business. */
  async settleBetOf(player: TestPlayer): Promise<void> {
    await this.club.asAdmin("INSERT INTO pretend_bet VALUES ($1, 'lost')", [player.id]);
  }

  /** A friend who meets every condition. */
  async goodFriend(code: string, asked: { from?: string; device?: string } = {}) {
    const friend = await this.join({ ...asked, code });
    await this.saveAccount(friend);
    await this.settleBetOf(friend);
    return friend;
  }

  async list(inviter: TestPlayer): Promise<Answer["body"]["list"]> {
    const { token } = await this.club.operator();
    const path = `/api/operator/invitations?inviter_id=${inviter.id}`;
    return (await this.club.call("GET", path, { token })).body.list;
  }

  async release(id: string, by = "cashier"): Promise<Answer> {
    const { token } = await this.club.operator(by as "cashier");
    return await this.club.call("POST", `/api/operator/invitations/${id}/release`, { token });
  }

  async approve(approvalId: string, token: string): Promise<Answer> {
    return await this.club.call("POST", `/api/operator/approvals/${approvalId}/approve`, { token });
  }

  async bonusOf(player: TestPlayer): Promise<number> {
    return ok(await this.club.call("GET", "/api/user/wallet", player)).bonus_cents;
  }
}

/** The view of bets returns the real ones and the fake ones of a test. */
async function pretendBets(club: TestClub): Promise<void> {
  await club.asAdmin("CREATE TABLE pretend_bet (player_id uuid, status text)");
  await club.asAdmin("GRANT SELECT ON pretend_bet TO club_app");
  const [row] = await club.asAdmin("SELECT pg_get_functiondef('invitation_fails'::regproc) AS def");
  const real = String(row?.["def"]);
  const pretending = real.replaceAll("sport_bet_view b", "pretend_bet b");
  expect(pretending).not.toBe(real);
  await club.asAdmin(pretending);
}
