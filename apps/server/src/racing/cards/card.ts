import type {
  CardProblem,
  CardProblemCode,
  CardRun,
  DividendMode,
  EventType,
  MultiPoolWish,
  RaceTip,
} from "@club/contract";
import type { PoolCode } from "@club/domain";

/** A race card, whatever file it came from. */
export interface Card {
  readonly meeting: CardMeeting;
  readonly races: readonly CardRace[];
  /** Pools of three races and more, all of them; absent: the file does not say, so they stay. */
  readonly multiPools?: readonly MultiPoolWish[];
  /** The file cannot say by which rules and dividends: the meeting's stay, these are a new one's. */
  readonly isSilentOnRules?: true;
}

export interface CardMeeting {
  readonly country: string;
  readonly code: string;
  /** The day in the venue's zone. */
  readonly date: string;
  readonly name: string;
  readonly timezone: string;
  readonly currency: string;
  readonly event_type: EventType;
  readonly rule_set: string;
  readonly dividends: DividendMode;
}

export interface CardRace {
  /** Its place in the file. */
  readonly row: string;
  readonly number: number;
  readonly name: string;
  readonly distance_m: number | null;
  readonly class: string | null;
  readonly handicap: boolean;
  readonly going: string | null;
  /** null: the file gives none, or an impossible one; then there is a problem. */
  readonly start_time: Date | null;
  /** The pools that take bets on it; null: the file does not say, so they stay as they are. */
  readonly pools: readonly PoolCode[] | null;
  /** Absent: the file does not say, so they stay. */
  readonly tips?: readonly RaceTip[] | undefined;
  readonly runners: readonly CardRunner[];
  /** A programme without its fields: the runners that the club has stay. */
  readonly isWithoutField?: true;
}

export interface CardRunner {
  readonly row: string;
  readonly number: number;
  readonly name: string;
  readonly barrier: number | null;
  readonly jockey: string | null;
  readonly trainer: string | null;
  /** To one decimal. */
  readonly weight_kg: number | null;
  readonly form: string | null;
  readonly scratched: boolean;
  /** The newest first. Absent, as the comment: the file does not say, so they stay. */
  readonly past_runs?: readonly CardRun[] | undefined;
  /** null: none, whatever was said of it before. */
  readonly comment?: string | null | undefined;
}

export interface CardOptions {
  readonly currency: string;
  /** Re-times the card: the first race at this instant, the others 30 minutes apart. */
  readonly firstRaceAt: Date | null;
}

/** A card as far as it could be read; null only with a problem. */
export interface ReadCard {
  readonly card: Card | null;
  readonly problems: readonly CardProblem[];
}

/** Names the row that a problem stands in. */
export function problem(
  at: { row: string; race?: number | undefined; runner?: number | undefined },
  field: string,
  code: CardProblemCode,
): CardProblem {
  return { row: at.row, field, code, race: at.race ?? null, runner: at.runner ?? null };
}

const KG_PER_LB = 0.45359237;
const TENTHS = 10;

/** A weight to one decimal, as a card prints it. */
export function roundKg(kg: number | null | undefined): number | null {
  return kg === null || kg === undefined ? null : Math.round(kg * TENTHS) / TENTHS;
}

export function poundsToKg(pounds: number | null | undefined): number | null {
  return pounds === null || pounds === undefined ? null : roundKg(pounds * KG_PER_LB);
}
