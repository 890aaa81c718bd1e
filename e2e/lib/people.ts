import type { TestClub, TestPlayer } from "../../apps/server/src/test/club.ts";

/** A player with money, made through the API; `stored` signs a window in. */
export async function makePlayer(
  club: TestClub,
  cents: number,
  name?: string,
): Promise<TestPlayer & { readonly stored: Record<string, string> }> {
  const player = await club.signUp(name);
  if (cents > 0) await club.fund(player, cents);
  return { ...player, stored: storedSession(player) };
}

/** A session as the app keeps it. */
export function storedSession(player: TestPlayer): Record<string, string> {
  return {
    token: player.token,
    refresh_token: player.refreshToken,
    name: player.name,
    user_id: player.id,
  };
}

/** What the club says of a player's money. */
export async function cashOf(club: TestClub, player: { readonly token: string }): Promise<number> {
  const answer = await club.call("GET", "/api/user/wallet", { token: player.token });
  return answer.body.data.cash_cents;
}

/** The bets of a player, newest first. */
export async function ordersOf(
  club: TestClub,
  player: { readonly token: string },
): Promise<readonly OrderFacts[]> {
  const answer = await club.call("GET", "/api/order/list?limit=100", { token: player.token });
  return answer.body.list;
}

export interface OrderFacts {
  readonly order_id: string;
  readonly receipt_no: string;
  readonly accepted_at: string;
  readonly bet_type: number;
  readonly combinations: number;
  readonly cost_cents: number;
  readonly status: string;
  readonly payout_cents: number;
  readonly refund_cents: number;
}
