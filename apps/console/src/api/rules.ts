import type {
  activateRules as activateCall,
  DataOf,
  dropRuleDraft,
  getRuleSet,
  getWhatIf,
  ListItemOf,
  listRuleSets,
  listWhatIfRaces,
  RuleFigures,
  RuleSetView,
  saveRuleDraft,
  WhatIfPool,
} from "@club/contract";
import { POOL_CODES } from "@club/domain";
import type { UseQueryResult } from "@tanstack/react-query";
import { call } from "./client.ts";
import { send } from "./query-client.ts";
import { useData, useList } from "./read.ts";

const KEY = "rule-sets";

export type RuleSetLine = ListItemOf<typeof listRuleSets>;
export type WhatIfRace = ListItemOf<typeof listWhatIfRaces>;

export function useRuleSets(): UseQueryResult<readonly RuleSetLine[]> {
  return useList<typeof listRuleSets>([KEY], { path: "/api/operator/rule-sets" });
}

export function useRuleSet(name: string): UseQueryResult<RuleSetView> {
  return useData<typeof getRuleSet>(
    [KEY, name],
    { path: "/api/operator/rule-sets/:name", params: { name } },
    { enabled: name !== "" },
  );
}

export async function saveRules(name: string, figures: RuleFigures): Promise<void> {
  await send<typeof saveRuleDraft>([KEY], {
    method: "PUT",
    path: "/api/operator/rule-sets/:name/draft",
    params: { name },
    body: { figures },
  });
}

export async function dropRules(name: string): Promise<void> {
  await send<typeof dropRuleDraft>([KEY], {
    method: "DELETE",
    path: "/api/operator/rule-sets/:name/draft",
    params: { name },
  });
}

export async function activateRules(
  name: string,
  reason: string,
): Promise<DataOf<typeof activateCall>> {
  return await send<typeof activateCall>([KEY], {
    method: "POST",
    path: "/api/operator/rule-sets/:name/activate",
    params: { name },
    body: { reason },
  });
}

export interface WhatIfDays {
  readonly from: string;
  readonly to: string;
  /** Only races that opened under it; empty: all. */
  readonly ruleSet: string;
}

export async function readWhatIfRaces(
  days: WhatIfDays,
  signal: AbortSignal,
): Promise<readonly WhatIfRace[]> {
  const { from, to, ruleSet } = days;
  const { list } = await call<typeof listWhatIfRaces>({
    method: "GET",
    path: "/api/operator/what-if/races",
    query: { from, to, rule_set: ruleSet },
    signal,
  });
  return list;
}

export interface WhatIfRules {
  readonly name: string;
  /** 0: the draft. */
  readonly version: number;
}

/** One race, settled again on paper. */
export async function readWhatIf(
  raceId: string,
  by: WhatIfRules,
  signal: AbortSignal,
): Promise<readonly WhatIfPool[]> {
  const { list } = await call<typeof getWhatIf>({
    method: "GET",
    path: "/api/operator/what-if",
    query: {
      race_id: raceId,
      rule_set: by.name,
      ...(by.version > 0 && { version: by.version }),
    },
    signal,
  });
  return list;
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
