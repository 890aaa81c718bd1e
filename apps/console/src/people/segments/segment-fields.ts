import type { SegmentRules } from "@club/contract";
import { SEGMENT_RISKS, SEGMENT_STANDINGS } from "@club/contract/choices";
import type { AskedRules } from "../../api/segments.ts";
import { centsOfText, countOfText, textOfCents } from "../../core/typed.ts";

/* The rules of a segment as fields of the page. What is typed stands in the address. */

export type RuleName = keyof SegmentRules;
export type RuleFields = Readonly<Record<RuleName, string>>;

interface RuleField {
  readonly rule: RuleName;
  readonly kind: "days" | "money" | "day" | "choice";
  readonly options?: readonly string[];
}

const YES_NO = ["yes", "no"] as const;

/** Each rule, in the order in which the page shows them. */
export const RULE_FIELDS: readonly RuleField[] = [
  { rule: "least_staked_cents", kind: "money" },
  { rule: "most_staked_cents", kind: "money" },
  { rule: "days", kind: "days" },
  { rule: "seen_days", kind: "days" },
  { rule: "unseen_days", kind: "days" },
  { rule: "signed_up_from", kind: "day" },
  { rule: "signed_up_to", kind: "day" },
  { rule: "least_cash_cents", kind: "money" },
  { rule: "most_cash_cents", kind: "money" },
  { rule: "has_limits", kind: "choice", options: YES_NO },
  { rule: "agrees", kind: "choice", options: YES_NO },
  { rule: "standing", kind: "choice", options: SEGMENT_STANDINGS },
  { rule: "risk", kind: "choice", options: SEGMENT_RISKS },
];

const MOST_DAYS = 366;
const ZERO = /^0+([.,]0+)?$/;

/** What is typed as the rule's value; undefined: it is none. */
function valueOf({ kind, options }: RuleField, text: string): string | number | undefined {
  if (kind === "money") return ZERO.test(text.trim()) ? 0 : centsOfText(text);
  if (kind === "day") return text;
  if (kind === "choice") return options?.find((each) => each === text);
  const days = countOfText(text);
  return days !== undefined && days >= 1 && days <= MOST_DAYS ? days : undefined;
}

export const isWrong = (field: RuleField, text: string): boolean =>
  text !== "" && valueOf(field, text) === undefined;

/** The rules that fields say; a wrong one says nothing. */
export function rulesOf(fields: RuleFields): AskedRules {
  const said = RULE_FIELDS.flatMap((field) => {
    const text = fields[field.rule];
    const value = text === "" ? undefined : valueOf(field, text);
    return value === undefined ? [] : [[field.rule, value] as const];
  });
  return Object.fromEntries(said) as AskedRules;
}

/** The fields that say rules. */
export function fieldsOf(rules: Partial<SegmentRules>): RuleFields {
  const texts = RULE_FIELDS.map(({ rule, kind }) => {
    const value = rules[rule];
    const text = kind === "money" && typeof value === "number" ? textOfCents(value) : value;
    return [rule, text === undefined ? "" : String(text)] as const;
  });
  return Object.fromEntries(texts) as unknown as RuleFields;
}
