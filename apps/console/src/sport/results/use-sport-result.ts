import type { DeskEvent, SportResultForm } from "@club/contract";
import type { OutcomeVerdict } from "@club/domain";
import { useState } from "react";
import { sendSportResult, settleSport, type Numbers, type Settled } from "../../api/sport.ts";
import { useAct } from "../../api/use-act.ts";
import { useIsOnline } from "../../core/connection.ts";
import { useT } from "../../core/lang.ts";
import { useMay } from "../../core/session.ts";

export type ResultKind = "score" | "markets" | "void" | "abandoned";

/** The typed result; nothing of it has been sent. */
export interface ResultDraft {
  readonly kind: ResultKind;
  readonly home: string;
  readonly away: string;
  readonly reason: string;
  /** By outcome. */
  readonly verdicts: Readonly<Record<string, OutcomeVerdict>>;
}

const BEFORE: readonly string[] = ["draft", "open", "suspended"];

/**
 * The result of an event: what is typed, the dry run of what was entered, settling by it. The dry
 * run of an earlier entry is fetched by entering the same again, which writes nothing.
 */
export function useSportResult(event: DeskEvent) {
  const t = useT();
  const isOnline = useIsOnline();
  const mayEnter = useMay("POST /api/operator/sports/events/:event_id/result");
  const [draft, setDraft] = useState<ResultDraft>(() => draftOf(event));
  const [numbers, setNumbers] = useState<Numbers | Settled | undefined>(undefined);
  const form = formOf(event, draft);
  const enter = useAct(async () => {
    if (form !== undefined)
      setNumbers(await sendSportResult({ event_id: event.event_id, ...form }));
  });
  const settle = useAct(async (version: number) => {
    setNumbers(await settleSport({ event_id: event.event_id, result_version: version }));
  });
  const change = (more: Partial<ResultDraft>) => {
    setDraft({ ...draft, ...more });
    setNumbers(undefined);
    enter.clear();
  };
  const lock = () => {
    if (!isOnline) return t("offline.bar");
    if (!mayEnter) return t("role.needed", { role: t("role.results_clerk") });
    if (BEFORE.includes(event.status) && draft.kind !== "void") {
      return t("desk.notStarted");
    }
    return form === undefined ? t(`desk.missing.${draft.kind}`) : undefined;
  };
  return {
    kind: draft.kind,
    home: draft.home,
    away: draft.away,
    voidReason: draft.reason,
    verdicts: draft.verdicts,
    form,
    numbers,
    enter,
    settle,
    mayEnter,
    /** Why it cannot be entered now. */
    lock: lock(),
    change,
    setKind: (kind: ResultKind) => change({ kind }),
    setVerdict: (outcomeId: string, verdict: OutcomeVerdict | undefined) => {
      const { [outcomeId]: _, ...others } = draft.verdicts;
      change({ verdicts: verdict === undefined ? others : { ...others, [outcomeId]: verdict } });
    },
  };
}

export type ResultState = ReturnType<typeof useSportResult>;

/** The newest entry, or the feed's score. */
function draftOf(event: DeskEvent): ResultDraft {
  const newest = event.results.toSorted((a, b) => b.version - a.version)[0];
  const score = newest?.score ?? event.result ?? event.live;
  return {
    kind: kindOf(newest?.kind, event),
    home: textOf(score?.home),
    away: textOf(score?.away),
    reason: newest?.reason ?? "",
    verdicts: {},
  };
}

/** An outright has no score. */
function kindOf(entered: ResultKind | undefined, event: DeskEvent): ResultKind {
  return entered ?? (event.away === "" ? "markets" : "score");
}

const textOf = (goals: number | null | undefined): string =>
  goals === null || goals === undefined ? "" : String(goals);

/** The draft as it is sent; undefined while something is missing. */
export function formOf(event: DeskEvent, draft: ResultDraft): SportResultForm | undefined {
  const score = scoreOf(draft);
  const reason = draft.reason.trim();
  switch (draft.kind) {
    case "score":
      return score === undefined ? undefined : { score };
    case "void":
      return reason === "" ? undefined : { void: true, reason };
    case "abandoned":
      return reason === "" ? undefined : { abandoned: true, reason, ...(score && { score }) };
    case "markets":
      return byMarket(event, draft);
  }
}

function scoreOf(draft: ResultDraft): { readonly home: number; readonly away: number } | undefined {
  const [home, away] = [goalsOf(draft.home), goalsOf(draft.away)];
  return home === undefined || away === undefined ? undefined : { home, away };
}

/** Every outcome of every market needs its verdict; those that were void before have theirs. */
function byMarket(event: DeskEvent, draft: ResultDraft): SportResultForm | undefined {
  const markets = event.markets.filter(({ status }) => status !== "void");
  const isWhole = markets.every(({ outcomes }) =>
    outcomes.every(({ outcome_id }) => draft.verdicts[outcome_id] !== undefined),
  );
  if (!isWhole || markets.length === 0) return undefined;
  return { markets: markets.map((market) => verdictsOf(market, draft)) };
}

function verdictsOf({ market_id, outcomes }: DeskEvent["markets"][number], draft: ResultDraft) {
  const said = outcomes.map(
    ({ outcome_id }) => [outcome_id, draft.verdicts[outcome_id] ?? "lost"] as const,
  );
  const tied = said.filter(([, verdict]) => verdict === "dead_heat").length;
  return {
    market_id,
    outcomes: Object.fromEntries(said),
    ...(tied > 1 && { dead_heat: { tied, places: 1 } }),
  };
}

const MOST_GOALS = 999;

function goalsOf(text: string): number | undefined {
  if (!/^\d{1,3}$/.test(text.trim())) return undefined;
  const goals = Number(text);
  return goals <= MOST_GOALS ? goals : undefined;
}
