import type { SportWireStep } from "@club/contract";
import { formatMoney } from "@club/i18n";
import type { T } from "../core/lang.ts";
import { type ShownMoney, cameBack, endsWith } from "./add-up.ts";
import type { WordedStep } from "./step-words.ts";

type Fraction = readonly [top: bigint, bottom: bigint];

/** "57/40" as a fraction to compute with. */
function fractionOf(text: unknown): Fraction {
  const [top = "0", bottom = "1"] = String(text).split("/");
  return [BigInt(top), BigInt(bottom)];
}

function legsOf({ params }: SportWireStep): readonly number[] {
  const { legs } = params;
  return Array.isArray(legs) ? (legs as readonly number[]) : [];
}

/**
 * Whether the steps lead to the amount: each line computed again from the factors of its legs, their sum, the
 * printed maximum, what came back, and the last step.
 */
export function addUpSport(
  steps: readonly SportWireStep[],
  order: ShownMoney & { readonly max_payout_cents: number },
): boolean {
  const factors = steps
    .filter(({ key }) => key === "leg")
    .map(({ params }) => fractionOf(params["factor"]));
  let sum = 0n;
  for (const step of steps) {
    if (step.key !== "line") continue;
    const paid = returnOfLine(step, factors);
    if (paid !== BigInt(step.amount_cents ?? -1)) return false;
    sum += paid;
  }
  const most = BigInt(order.max_payout_cents);
  const payout = sum < most ? sum : most;
  return payout === BigInt(order.payout_cents) && endsWith(steps, order) && cameBack(steps, order);
}

function returnOfLine(step: SportWireStep, factors: readonly Fraction[]): bigint {
  let [top, bottom] = [BigInt(Number(step.params["unit_stake_cents"])), 1n];
  for (const leg of legsOf(step)) {
    const [own, under] = factors[leg] ?? [0n, 1n];
    top *= own;
    bottom *= under;
  }
  return top / bottom;
}

export interface SportWords {
  readonly t: T;
  readonly currency: string;
  /** The name of a leg's selection, by its index. */
  readonly nameOf: (leg: number) => string;
  readonly oddsText: (oddsMilli: number) => string;
}

/** A step of a sport bet in the player's language. */
export function wordSportStep(step: SportWireStep, words: SportWords): WordedStep {
  const { t, currency } = words;
  const { key, params, amount_cents } = step;
  const money = (cents: number): string => formatMoney(cents, currency, t.language);
  const amount = amount_cents === null ? undefined : money(amount_cents);
  const plain = { cloths: [], amount };
  switch (key) {
    case "leg":
      return legWords(step, words);
    case "line":
      return {
        ...plain,
        title: legsOf(step).map(words.nameOf).join(" + "),
        note: `${money(Number(params["unit_stake_cents"]))} × ${factorWords(params["factor"], t)}`,
      };
    case "lost_lines":
      return { ...plain, title: t("why.sport.lost", { n: Number(params["count"]) }) };
    case "most":
      return {
        ...plain,
        title: t("why.sport.most"),
        note: t("why.sport.mostNote", { sum: money(Number(params["sum_cents"])) }),
      };
    case "refund":
      return { ...plain, title: t("why.sport.refund") };
    case "void":
      return { ...plain, title: t("why.void") };
    case "payout":
      return { ...plain, title: t("why.paid") };
  }
}

function legWords({ params }: SportWireStep, { t, nameOf, oddsText }: SportWords): WordedStep {
  const result = t.find(`sport.leg.${String(params["result"])}`) ?? String(params["result"]);
  const { tied, places } = params;
  const shared = tied === undefined ? "" : ` ${String(places)}/${String(tied)}`;
  return {
    title: nameOf(Number(params["leg"])),
    cloths: [],
    note: `${oddsText(Number(params["odds_milli"]))} · ${result}${shared}`,
    amount: `× ${factorWords(params["factor"], t)}`,
  };
}

const MOST_DECIMALS = 6;

/** "57/40" as 1.425 and "2" as 2.00 where that is exact, else as a fraction. */
function factorWords(factor: unknown, t: T): string {
  const [top, bottom] = fractionOf(factor);
  for (let decimals = 0; decimals <= MOST_DECIMALS; decimals += 1) {
    if ((top * 10n ** BigInt(decimals)) % bottom !== 0n) continue;
    const format = new Intl.NumberFormat(t.language, {
      minimumFractionDigits: 2,
      maximumFractionDigits: MOST_DECIMALS,
    });
    return format.format(Number(top) / Number(bottom));
  }
  return `${top}/${bottom}`;
}
