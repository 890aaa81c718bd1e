import type {
  ListItemOf,
  listRuleSets,
  listWhatIfRaces,
  RuleFigures,
  WhatIfPool,
} from "@club/contract";
import { POOL_CODES } from "@club/domain";
import { defineAct } from "./ask.ts";
import { read, useData, useList } from "./read.ts";

const KEY = "rule-sets";

export type RuleSetLine = ListItemOf<typeof listRuleSets>;
export type WhatIfRace = ListItemOf<typeof listWhatIfRaces>;

export const useRuleSets = () => useList([KEY], "/api/operator/rule-sets");

export const useRuleSet = (name: string) =>
  useData([KEY, name], "/api/operator/rule-sets/:name", { name }, { enabled: name !== "" });

export const saveRules = defineAct("PUT /api/operator/rule-sets/:name/draft", [KEY]);
export const dropRules = defineAct("DELETE /api/operator/rule-sets/:name/draft", [KEY]);
export const activateRules = defineAct("POST /api/operator/rule-sets/:name/activate", [KEY]);

export interface WhatIfDays {
  readonly from: string;
  readonly to: string;
  /** Only races that opened under it; empty: all. */
  readonly ruleSet: string;
}

export async function readWhatIfRaces(
  { from, to, ruleSet }: WhatIfDays,
  signal: AbortSignal,
): Promise<readonly WhatIfRace[]> {
  const fields = { from, to, rule_set: ruleSet };
  return (await read("/api/operator/what-if/races", fields, { signal })).list;
}

export interface WhatIfRules {
  readonly name: string;
  /** 0: the draft. */
  readonly version: number;
}

/** One race, settled again on paper. */
export async function readWhatIf(
  race_id: string,
  { name, version }: WhatIfRules,
  signal: AbortSignal,
): Promise<readonly WhatIfPool[]> {
  const fields = { race_id, rule_set: name, ...(version > 0 && { version }) };
  return (await read("/api/operator/what-if", fields, { signal })).list;
}

/** Fields of two versions that differ: "takeout_bps.WIN", "places", "deadheat". */
export function changedFields(a: RuleFigures, b: RuleFigures): ReadonlySet<string> {
  const fields = (figures: RuleFigures): Map<string, string> =>
    new Map([
      ...(
        ["takeout_bps", "min_dividend_cents", "min_starters", "rounding", "no_winner"] as const
      ).flatMap((part) =>
        POOL_CODES.map((code): [string, string] => [
          `${part}.${code}`,
          String((figures[part] as Readonly<Record<string, string | number>>)[code] ?? ""),
        ]),
      ),
      ["places", JSON.stringify(figures.places)],
      ["deadheat", figures.deadheat],
      ["withdrawn", figures.doubles.withdrawn],
      ["leg1_void", figures.doubles.leg1_void],
    ]);
  const before = fields(a);
  return new Set(
    [...fields(b)].filter(([field, text]) => before.get(field) !== text).map(([field]) => field),
  );
}
