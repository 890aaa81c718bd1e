import { act, placeOrder, richPlayer } from "./card-desk.ts";
import { type ByHand, ok, startClub, type TestClub, type TestPlayer } from "./club.ts";
import { fieldOf, settleLeg } from "./multi-race.ts";
import { expectSound } from "./result-desk.ts";
import { expectBooks, openVectorRaces } from "./vector-race.ts";

export const STAKE = 1_000;

/** A player with 100.00, so that nothing but his All Up moves his money, and his order. */
export interface PlacedAllUp {
  readonly who: TestPlayer;
  readonly id: string;
}

export const leg = (race_id: string, pool: string, ...combination: number[]) => ({
  race_id,
  pool,
  combination,
});

export const allUpForm = (legs: object[], cents = STAKE): Record<string, unknown> => ({
  bet_type: 40,
  legs,
  betAmount: (cents / 100).toFixed(2),
});

/** The state of each leg, with why one was not staked. */
export const states = (order: ByHand): unknown[] =>
  order.legs.map(({ status, why }: ByHand) => (why === null ? status : `${status} ${why}`));

export async function startAllUps(): Promise<AllUps> {
  const club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  return new AllUps(club, await richPlayer(club));
}

/** A club with somebody else's money in the pools of an All Up. */
export class AllUps {
  readonly club: TestClub;
  readonly #other: TestPlayer;

  constructor(club: TestClub, other: TestPlayer) {
    this.club = club;
    this.#other = other;
  }

  /** Open races of eight. */
  async open(races = 3): Promise<string[]> {
    const ids = await openVectorRaces(this.club, {
      races: Array.from({ length: races }, () => ({ runners: fieldOf(8) })),
    });
    for (const race_id of ids) {
      for (const form of [
        { bet_type: 1, horse: [1, 2, 3], betAmount: 5 },
        { bet_type: 2, horse: [1, 2, 3, 7], betAmount: 7 },
        { bet_type: 3, horse: [1], horse2: [2, 3], betAmount: 3 },
        { bet_type: 17, horse: [1, 2, 3, 4, 5], betAmount: 2 },
      ]) {
        ok(await placeOrder(this.club, this.#other, { race_id, ...form }));
      }
    }
    return ids;
  }

  async placed(legs: object[], cents = STAKE): Promise<PlacedAllUp> {
    const who = await richPlayer(this.club, 10_000);
    return { who, id: ok(await placeOrder(this.club, who, allUpForm(legs, cents))).order_id };
  }

  async orderOf({ who, id }: PlacedAllUp): Promise<ByHand> {
    return ok(await this.club.call("GET", `/api/order/${id}`, { token: who.token }));
  }

  async cashOf({ who }: Pick<PlacedAllUp, "who">): Promise<number> {
    return ok(await this.club.call("GET", "/api/user/wallet", { token: who.token })).cash_cents;
  }

  async run(raceId: string, placings: number[][]): Promise<void> {
    ok(await act(this.club, raceId, "close"));
    await settleLeg(this.club, raceId, placings);
  }

  /** With all books looked at. */
  async close(): Promise<void> {
    await expectBooks(this.club);
    await expectSound(this.club);
    await this.club.close();
  }
}
