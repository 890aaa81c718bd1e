import type { WireStep } from "@club/contract";
import { findPool } from "@club/domain";
import { formatDividend, formatMoney, formatPercent } from "@club/i18n";
import type { SelectionPart } from "@club/ui";
import type { T } from "../core/lang.ts";
import { combinationParts } from "../slip/race/selection-parts.ts";

/** A step as it is shown. */
export interface WordedStep {
  readonly title: string;
  /** Before the title: the combination that it is about. */
  readonly cloths: readonly SelectionPart[];
  readonly note?: string | undefined;
  readonly amount?: string | undefined;
}

interface Words {
  readonly t: T;
  readonly currency: string;
}

type Worded = Omit<WordedStep, "cloths"> & { readonly cloths?: readonly SelectionPart[] };
type Word = (step: WireStep, words: Words) => Worded;

const text = ({ params }: WireStep, name: string): string => {
  const value = params[name];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
};
const number = ({ params }: WireStep, name: string): number => Number(params[name] ?? 0);
const poolOf = (step: WireStep, { t }: Words): string =>
  t.find(`pool.${text(step, "pool")}`) ?? text(step, "pool");
const clothsOf = (step: WireStep, { t }: Words): readonly SelectionPart[] =>
  combinationParts(t, text(step, "combination"));
const money = (cents: number, { t, currency }: Words): string =>
  formatMoney(cents, currency, t.language);
const plain = (cents: number, { t, currency }: Words): string =>
  formatMoney(cents, currency, t.language, { plain: true });

const WORDS: Readonly<Record<WireStep["key"], Word>> = {
  void: (_, { t }) => ({ title: t("why.void") }),
  scratched: (step, words) => ({
    title: words.t("why.scratched"),
    note: words.t("why.scratchedNote", {
      n: number(step, "combinations"),
      unit: money(number(step, "unit_stake_cents"), words),
    }),
  }),
  refund: (step, words) => ({ title: words.t("why.refund", { pool: poolOf(step, words) }) }),
  no_winner: (step, words) => ({ title: words.t("why.noWinner", { pool: poolOf(step, words) }) }),
  pool: (step, words) => ({
    title: words.t("why.pool", { pool: poolOf(step, words) }),
    note: words.t("why.poolNote"),
  }),
  declared: (_, { t }) => ({ title: t("why.declared") }),
  jackpot_in: (_, { t }) => ({ title: t("why.jackpotIn") }),
  takeout: (step, words) => ({
    title: words.t("why.takeout", {
      percent: formatPercent(number(step, "bps") / 10_000, words.t.language),
    }),
    note: words.t("why.takeoutNote", {
      gross: plain(number(step, "gross_cents"), words),
      bps: number(step, "bps"),
    }),
  }),
  net: (_, { t }) => ({ title: t("why.net"), note: t("why.netNote") }),
  major: (_, { t }) => ({ title: t("why.major") }),
  minor: (_, { t }) => ({ title: t("why.minor") }),
  guarantee: (step, words) => ({
    title: words.t("why.guarantee", { guarantee: money(number(step, "guarantee_cents"), words) }),
  }),
  shares: (step, { t }) => {
    const isPlace = findPool(text(step, "pool"))?.paysPlaces === true;
    const n = number(step, "count");
    return {
      title: isPlace ? t("why.sharesPlace", { n }) : t("why.sharesTie", { n }),
      note: t.find(`why.share.${text(step, "method")}`),
    };
  },
  dividend: dividendWords,
  minimum: (step, words) => ({
    title: words.t("why.minimum"),
    cloths: clothsOf(step, words),
    amount: formatDividend(step.amount_cents ?? 0, words.t.language),
  }),
  house_topup: (_, { t }) => ({ title: t("why.houseTopup") }),
  jackpot_out: (_, { t }) => ({ title: t("why.jackpotOut") }),
  substitute: (step, { t }) => {
    const { withdrawn } = step.params;
    const list = Array.isArray(withdrawn) ? withdrawn.join(", ") : "";
    const [leg, favourite] = [number(step, "leg"), number(step, "favourite")];
    return { title: t("why.substitute", { withdrawn: list, leg, favourite }) };
  },
  line: lineWords,
  no_line: (_, { t }) => ({ title: t("why.noLine") }),
  payout: (_, { t }) => ({ title: t("why.paid") }),
};

function dividendWords(step: WireStep, words: Words): Worded {
  const { t } = words;
  const stakes = number(step, "stakes_cents");
  return {
    title: t("why.onIt", { stakes: money(stakes, words) }),
    cloths: clothsOf(step, words),
    amount: formatDividend(step.amount_cents ?? 0, t.language),
    ...("raw" in step.params ? { note: exactWords(step, words) } : {}),
  };
}

/** How the dividend was computed: "9,322.09 × 1/2 ÷ 325.00 = 14.3417, down to 0.10". */
function exactWords(step: WireStep, words: Words): string {
  const { t } = words;
  const [kind, size] = text(step, "rounding").split(" ");
  const unit = formatDividend(Number(size), t.language);
  const rounding = t(kind === "down" ? "why.down" : "why.nearest", { step: unit });
  const raw = text(step, "raw");
  if (text(step, "method") !== "EQUAL_SHARE") return t("why.exactOther", { raw, rounding });
  const net = plain(number(step, "net_cents"), words);
  const stakes = plain(number(step, "stakes_cents"), words);
  const [top, bottom] = [text(step, "share_top"), text(step, "share_bottom")];
  if (top === bottom) return t("why.exactWhole", { net, stakes, raw, rounding });
  return t("why.exact", { net, share: `${top}/${bottom}`, stakes, raw, rounding });
}

function lineWords(step: WireStep, words: Words): Worded {
  const { t } = words;
  const n = number(step, "count");
  const unit = money(number(step, "unit_stake_cents"), words);
  const dividend = formatDividend(number(step, "dividend_cents"), t.language);
  return {
    title: t("why.line"),
    cloths: clothsOf(step, words),
    note:
      n === 1
        ? t("why.lineNote", { unit, dividend })
        : t("why.lineNoteMany", { n, unit, dividend }),
  };
}

/** A step in the player's language. */
export function wordStep(step: WireStep, words: Words): WordedStep {
  const amount = step.amount_cents === null ? undefined : money(step.amount_cents, words);
  return { cloths: [], amount, ...WORDS[step.key](step, words) };
}
