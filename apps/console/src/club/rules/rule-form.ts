import type { RuleFigures } from "@club/contract";
import { faultsOfRules, rulesOf, RULE_BOUNDS, SINGLE_POOL_CODES } from "@club/domain";
import type { PoolCode, RuleFault } from "@club/domain";
import { textOfCents } from "../../core/typed.ts";

/** A row of places as it is typed. */
export interface PlaceRow {
  readonly starters: string;
  readonly places: string;
  readonly handicap: boolean;
}

type PerPool = Readonly<Record<string, string>>;

/** The figures of a rule set as they are typed: rates in percent, dividends in money. */
export interface RuleForm {
  readonly takeout: PerPool;
  readonly minDividend: PerPool;
  readonly minStarters: PerPool;
  readonly rounding: PerPool;
  readonly noWinner: PerPool;
  /** Second prizes. */
  readonly minor: PerPool;
  readonly places: readonly PlaceRow[];
  readonly deadheat: RuleFigures["deadheat"];
  readonly withdrawn: RuleFigures["doubles"]["withdrawn"];
  readonly leg1Void: RuleFigures["doubles"]["leg1_void"];
}

const HUNDRED = 100;
export const SINGLES: readonly PoolCode[] = SINGLE_POOL_CODES;
export const ROUNDINGS = ["down", "nearest"].flatMap((kind) =>
  RULE_BOUNDS.steps.map((step) => `${kind} ${step}`),
);

const mapPools = <A, B>(record: Readonly<Record<string, A>>, map: (value: A) => B) =>
  Object.fromEntries(Object.entries(record).map(([code, value]) => [code, map(value)]));

/** 1450 as 14.5, 104 as 1.04: with as few decimals as possible. */
export function hundredths(value: number): string {
  return String(value / HUNDRED);
}

export function toForm(figures: RuleFigures): RuleForm {
  return {
    takeout: mapPools(figures.takeout_bps, hundredths),
    minDividend: mapPools(figures.min_dividend_cents, textOfCents),
    minStarters: mapPools(figures.min_starters, String),
    rounding: figures.rounding,
    noWinner: figures.no_winner,
    minor: mapPools(figures.minor_bps ?? {}, hundredths),
    places: figures.places.map(([starters, places, only]) => ({
      starters: String(starters),
      places: String(places),
      handicap: only === "handicap",
    })),
    deadheat: figures.deadheat,
    withdrawn: figures.doubles.withdrawn,
    leg1Void: figures.doubles.leg1_void,
  };
}

const WHOLE = /^\d{1,4}$/;
const DECIMAL = /^\d{1,4}([.,]\d{1,2})?$/;

const whole = (text: string): number => (WHOLE.test(text.trim()) ? Number(text) : Number.NaN);
const inHundredths = (text: string): number =>
  DECIMAL.test(text.trim())
    ? Math.round(Number(text.trim().replace(",", ".")) * HUNDRED)
    : Number.NaN;

/** The figures that were typed; a field that is not a number is NaN, and a fault. */
export function fromForm(form: RuleForm): RuleFigures {
  return {
    takeout_bps: mapPools(form.takeout, inHundredths),
    min_dividend_cents: mapPools(form.minDividend, inHundredths),
    min_starters: mapPools(form.minStarters, whole),
    rounding: form.rounding,
    no_winner: form.noWinner,
    minor_bps: mapPools(form.minor, inHundredths),
    places: form.places.map(({ starters, places, handicap }) =>
      handicap ? [whole(starters), whole(places), "handicap"] : [whole(starters), whole(places)],
    ),
    deadheat: form.deadheat,
    doubles: { withdrawn: form.withdrawn, leg1_void: form.leg1Void },
  } as RuleFigures;
}

/** The faults of the typed figures by field, as the server would find them. */
export function faultsOf(form: RuleForm): ReadonlyMap<string, RuleFault> {
  const rules = rulesOf({ ...fromForm(form), name: "DRAFT", version: 1 });
  return new Map(faultsOfRules(rules).map((fault) => [fault.field, fault]));
}
