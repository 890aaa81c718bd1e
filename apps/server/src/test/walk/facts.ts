import type {
  AllUpPoolCode,
  DeclaredDividends,
  Placings,
  PoolBet,
  PoolCode,
  RuleSetName,
  SettledSportBet,
} from "@club/domain";

/* What a walk knows of: races, pools, bets, money. Only facts; what follows from them is in model.ts. */

export type RaceStatus =
  | "draft"
  | "open"
  | "closed"
  | "interim"
  | "final"
  | "settled"
  | "abandoned";

export interface Race {
  readonly key: string;
  readonly id: string;
  readonly meeting: string;
  /** In its meeting. */
  readonly number: number;
  readonly runners: readonly number[];
  readonly rules: RuleSetName;
  readonly isDeclared: boolean;
  /** Order of the starts: a delay moves a race behind the others. */
  start: number;
  status: RaceStatus;
  offered: Set<PoolCode>;
  isPaused: boolean;
  /** Betting has ended and was not reopened. */
  hasStarted: boolean;
  scratched: Set<number>;
  placings: Placings | null;
  /** A scratching came after the result. */
  isStale: boolean;
  /** Live stakes in the WIN pool when betting closed. */
  winAtClose: Map<number, bigint>;
}

export interface Pool {
  readonly key: string;
  readonly code: PoolCode;
  /** One race, the two of a double, or three and more. */
  readonly legs: readonly Race[];
  readonly race: Race;
  /** The last leg; null for a pool of one race. */
  readonly race2: Race | null;
  /** Betting has ended. */
  isClosed: boolean;
  /** Everything was refunded before it could be settled. */
  isGivenBack: boolean;
  isSettled: boolean;
  /** A scratching refunded some of it, or would have: the pool is no longer removed. */
  isTouched: boolean;
  jackpotIn: bigint;
  /** What its winners share at least. */
  guarantee: bigint;
  /** By leg: scratched once leg 1 had started, and abandoned then. */
  late: Map<Race, Set<number>>;
  voidLate: Set<Race>;
  /** For a meeting with official dividends: what was declared last; null before. */
  declared: DeclaredDividends | null;
}

export interface Bet {
  /** Unknown for a moment where the club placed it by itself. */
  id: string;
  readonly player: number;
  readonly cost: bigint;
  readonly parts: readonly { readonly pool: Pool; readonly bet: PoolBet }[];
  isVoid: boolean;
  /** Includes what scratchings had refunded before the bet was cancelled. */
  got: Money;
}

export interface AllUpLeg {
  readonly race: Race;
  readonly code: AllUpPoolCode;
  readonly numbers: readonly number[];
}

/** One stake that goes from race to race. */
export interface AllUp {
  readonly player: number;
  /** In the order of the starts when it was placed. */
  readonly legs: readonly AllUpLeg[];
  /** Of the legs that were staked. */
  readonly bets: Bet[];
  /** Nothing follows any more. */
  isOver: boolean;
}

export interface Money {
  readonly payout: bigint;
  readonly refund: bigint;
}

/** A pool took the jackpot of its type: how much, and from which pools. */
export interface Take {
  readonly taker: Pool;
  readonly amount: bigint;
  readonly sources: readonly { readonly pool: Pool; readonly amount: bigint }[];
}

export interface SportEvent {
  readonly key: string;
  readonly id: string;
  status: "open" | "closed" | "settled" | "void";
  /** The result of each outcome; null before settlement. */
  results: Map<string, "won" | "lost" | "void"> | null;
}

export interface SportBet {
  readonly id: string;
  readonly player: number;
  readonly cost: bigint;
  readonly legs: readonly { readonly event: SportEvent; readonly outcome: string }[];
  /** By the domain's formula, once every leg is known. */
  readonly settle: (results: readonly ("won" | "lost" | "void")[]) => SettledSportBet;
  isVoid: boolean;
  got: Money;
}

export interface Withdrawal {
  readonly id: string;
  readonly player: number;
  readonly amount: bigint;
  status: "requested" | "approved" | "paid" | "rejected" | "cancelled" | "released";
  /** Only what the club has borne since this step may come off it. */
  readonly since: number;
}

export interface Player {
  cash: bigint;
  held: bigint;
}
