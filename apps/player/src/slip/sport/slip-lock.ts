import type { PlayerLimit, Profile } from "@club/contract";
import { ageLock, moneyLock, type Obstacle } from "../obstacle.ts";
import type { BeforeBet } from "../slip-acts.ts";
import type { LegNow } from "./legs-now.ts";
import { needsYes, type SlipLeg, type SportSlipState } from "./slip-state.ts";
import type { SlipPrice } from "./slip-price.ts";

/** Why the bets cannot be placed now. `act`: what would help. */
export interface SportLock extends Obstacle {
  readonly act?: BeforeBet | "take prices";
}

export interface SportLockFacts {
  readonly slip: SportSlipState;
  readonly price: SlipPrice;
  readonly nowOf: (leg: SlipLeg) => LegNow;
  readonly nowMs: number;
  readonly isSignedIn: boolean;
  readonly isOnline: boolean;
  /** The club takes no bets and no money for now. */
  readonly isReadOnly: boolean;
  /** undefined: not known, then the server decides. */
  readonly cashCents: number | undefined;
  readonly limit: PlayerLimit | undefined;
  readonly profile: Profile | undefined;
}

/** The first obstacle, in the order in which the player can do something about them. */
export function sportLockOf(facts: SportLockFacts): SportLock | null {
  return lockOfSlip(facts) ?? lockOfPlayer(facts);
}

/** What is wrong with the slip itself, whoever would place it. */
function lockOfSlip(facts: SportLockFacts): SportLock | null {
  const { slip, price } = facts;
  if (!facts.isOnline) return { code: "form.offline", params: {} };
  if (facts.isReadOnly) return { code: "club.read_only", params: {} };
  if (usedLegs(facts).some((leg) => isClosed(leg, facts))) {
    return { code: "market.closed", params: {} };
  }
  const wrong = price.bets.find(({ id, obstacle }) => obstacle !== null && slip.stakes[id]);
  if (wrong?.obstacle) return wrong.obstacle;
  return price.staked.length === 0 ? { code: "form.stake", params: {} } : null;
}

function lockOfPlayer(facts: SportLockFacts): SportLock | null {
  const { price } = facts;
  if (!facts.isSignedIn) return { code: "form.signIn", params: {}, act: "sign in" };
  const lock = ageLock(facts.profile);
  if (lock !== null) return lock;
  if (usedLegs(facts).some((leg) => isMoved(leg, facts))) {
    return { code: "odds.changed", params: {}, act: "take prices" };
  }
  return moneyLock({ ...facts, costCents: price.costCents });
}

/** The legs with a stake on them; all of them while there is none. */
function usedLegs({ slip, price }: SportLockFacts): readonly SlipLeg[] {
  const used = new Set(price.staked.flatMap(({ legs }) => legs));
  return used.size === 0 ? slip.legs : [...used];
}

export function isClosed(leg: SlipLeg, facts: Pick<SportLockFacts, "nowOf" | "nowMs">): boolean {
  const hasStarted = Date.parse(leg.event.start_time) <= facts.nowMs;
  return facts.nowOf(leg).status !== "open" || hasStarted;
}

function isMoved(leg: SlipLeg, { slip, nowOf }: SportLockFacts): boolean {
  return needsYes(slip.policy, leg.oddsMilli, nowOf(leg).oddsMilli);
}
