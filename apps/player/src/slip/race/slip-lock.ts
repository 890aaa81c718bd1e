import type { PlayerLimit, Profile } from "@club/contract";
import { ageLock, moneyLock, type Obstacle } from "../obstacle.ts";
import type { BeforeBet } from "../slip-acts.ts";
import type { FormPrice } from "./bet-form.price.ts";

/** Why a bet cannot be placed now. `act`: what would help. */
export interface Lock extends Obstacle {
  readonly act?: BeforeBet;
}

export interface LockFacts {
  readonly isSignedIn: boolean;
  readonly isOnline: boolean;
  /** The club takes no bets and no money for now. */
  readonly isReadOnly: boolean;
  readonly isClosed: boolean;
  /** Of a pool over several races: the leg that has started or does not run; null: none. */
  readonly closedLeg: number | null;
  /** The pool over several races takes no bets: it was given back or is over. */
  readonly isPoolClosed: boolean;
  /** A race of the bet does not have its pool. */
  readonly isOffered: boolean;
  readonly price: FormPrice;
  /** undefined: not known, then the server decides. */
  readonly cashCents: number | undefined;
  readonly limit: PlayerLimit | undefined;
  readonly profile: Profile | undefined;
}

/** The first obstacle, in the order in which the player can do something about them. */
export function lockOf(facts: LockFacts): Lock | null {
  const { price } = facts;
  if (!facts.isOnline) return { code: "form.offline", params: {} };
  if (facts.isReadOnly) return { code: "club.read_only", params: {} };
  if (facts.closedLeg !== null) return { code: "form.legClosed", params: { leg: facts.closedLeg } };
  if (facts.isPoolClosed) return { code: "pool.closed", params: {} };
  if (facts.isClosed) return { code: "race.closed", params: {} };
  if (!facts.isOffered) return { code: "pool.not_offered", params: {} };
  if (price.obstacle !== null) return price.obstacle;
  if (!facts.isSignedIn) return { code: "form.signIn", params: {}, act: "sign in" };
  return ageLock(facts.profile) ?? moneyLock({ ...facts, costCents: price.costCents });
}
