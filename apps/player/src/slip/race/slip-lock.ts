import type { PlayerLimit } from "@club/contract";
import { moneyLock, type Obstacle } from "../obstacle.ts";
import type { FormPrice } from "./bet-form.price.ts";

/** Why a bet cannot be placed now. `act`: what would help. */
export interface Lock extends Obstacle {
  readonly act?: "sign in" | "top up";
}

export interface LockFacts {
  readonly isSignedIn: boolean;
  readonly isOnline: boolean;
  /** The club takes no bets and no money for now. */
  readonly isReadOnly: boolean;
  readonly isClosed: boolean;
  /** A race of the bet does not have its pool. */
  readonly isOffered: boolean;
  readonly price: FormPrice;
  /** undefined: not known, then the server decides. */
  readonly cashCents: number | undefined;
  readonly limit: PlayerLimit | undefined;
}

/** The first obstacle, in the order in which the player can do something about them. */
export function lockOf(facts: LockFacts): Lock | null {
  const { price } = facts;
  if (!facts.isOnline) return { code: "form.offline", params: {} };
  if (facts.isReadOnly) return { code: "club.read_only", params: {} };
  if (facts.isClosed) return { code: "race.closed", params: {} };
  if (!facts.isOffered) return { code: "pool.not_offered", params: {} };
  if (price.obstacle !== null) return price.obstacle;
  if (!facts.isSignedIn) return { code: "form.signIn", params: {}, act: "sign in" };
  return moneyLock({ ...facts, costCents: price.costCents });
}
