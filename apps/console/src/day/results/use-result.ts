import type { DeclaredEntry, OperatorRace } from "@club/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { queryClient } from "../../api/query-client.ts";
import { sendResult, settle, type DryRun, type Settled } from "../../api/race.ts";
import { useAct } from "../../api/use-act.ts";
import { ENTER_RESULT, mayCall, useSession } from "../../core/session.ts";
import { fieldOf, parseResult, writeResult, type ParsedResult } from "./parse-result.ts";
import { type DeclaredBefore, isSameDeclared } from "./dividend-draft.ts";
import { toWaiting, useDividends } from "./use-dividends.ts";

const NUMBERS_KEY = "race-numbers";

export type Version = OperatorRace["results"][number];
export type Numbers = DryRun | Settled;

/** The newest result that still counts. */
export function newestOf(race: OperatorRace): Version | undefined {
  return race.results
    .filter((version) => !version.is_stale)
    .toSorted((a, b) => b.version - a.version)[0];
}

/** A final result that waits for its second operator: the race has not moved to final yet. */
export function waitingOf(race: OperatorRace): Version | undefined {
  const newest = newestOf(race);
  const waits =
    newest?.stage === "final" && newest.confirmed_by === null && isBefore(race.status, "final");
  return waits ? newest : undefined;
}

function isBefore(status: OperatorRace["status"], other: "final"): boolean {
  return ["closed", "interim"].includes(status) && other === "final";
}

/**
 * Everything about the result of a race: what is typed, what was entered, its dry run, and the
 * acts. The dry run of the current result is fetched by entering the same again, which writes
 * nothing. That is not done for a result that waits for a second operator: it would be confirmed
 * unseen.
 */
export function useResult(race: OperatorRace) {
  const session = useSession();
  const mayEnter = mayCall(session, ENTER_RESULT);
  const newest = newestOf(race);
  const waiting = waitingOf(race);
  const isMine = waiting?.entered_by === session?.name;
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const shown = typed ?? shownAtFirst(newest, waiting === undefined || isMine);
  const parsed = parseResult(shown, fieldOf(race));
  const standing = newest !== undefined && newest.stage === race.status ? newest : undefined;
  const numbers = useNumbers(race, standing, mayEnter);
  const dividends = useDividends(
    writeResult(parsed.groups, parsed.unplaced),
    declaredBefore(race, { standing, numbers: numbers.data, isMine }),
  );
  const enter = useAct(async (stage: "interim" | "final") => {
    const declared = dividends.entries;
    const placed = { placings: parsed.groups, unplaced: parsed.unplaced, declared };
    const answer = await sendResult(race.race_id, placed, stage);
    dividends.ask(answer.pools);
    const key = keyOfNumbers(race, answer.result_version, "dry run");
    queryClient.setQueryData<Numbers>(key, answer);
    setTyped(undefined);
  });
  const settling = useAct(async (version: number) => {
    const answer = await settle({ race_id: race.race_id, result_version: version });
    queryClient.setQueryData<Numbers>(keyOfNumbers(race, version, "settled"), answer);
  });
  return {
    typed: shown,
    setTyped,
    parsed,
    /** Typed and different from the current result. */
    isNew: isOther(parsed, standing) || !isDeclaredWith(standing, dividends.entries),
    newest,
    waiting,
    isMine,
    standing,
    mayEnter,
    numbers,
    dividends,
    enter,
    settling,
  };
}

export type ResultState = ReturnType<typeof useResult>;

/** The second operator types what they saw, not what the first one entered. */
function shownAtFirst(newest: Version | undefined, isShown: boolean): string {
  return newest === undefined || !isShown ? "" : writeResult(newest.placings, newest.unplaced);
}

/** What was declared with a version, for the fields of a result that says the same. */
export function declaredWith(
  { race_id }: OperatorRace,
  { placings, unplaced, declared_dividends }: Version,
  { numbers, isShown = true }: { numbers?: Numbers | undefined; isShown?: boolean } = {},
): DeclaredBefore {
  const of = writeResult(placings, unplaced);
  const asked = (numbers?.pools ?? []).map(toWaiting);
  return { of, race_id, entries: declared_dividends ?? [], asked, isShown };
}

/** What stands was declared with it; what waits for the second operator is shown to the first alone. */
function declaredBefore(
  race: OperatorRace,
  known: { standing: Version | undefined; numbers: Numbers | undefined; isMine: boolean },
): DeclaredBefore | undefined {
  const { standing, numbers, isMine } = known;
  if (standing !== undefined) return declaredWith(race, standing, { numbers });
  const waiting = waitingOf(race);
  return waiting && declaredWith(race, waiting, { isShown: isMine });
}

const isDeclaredWith = (version: Version | undefined, entries: readonly DeclaredEntry[]): boolean =>
  isSameDeclared(entries, version?.declared_dividends ?? []);

function isOther(parsed: ParsedResult, standing: Version | undefined): boolean {
  return (
    standing === undefined ||
    writeResult(parsed.groups, parsed.unplaced) !==
      writeResult(standing.placings, standing.unplaced)
  );
}

/** Keeps the two apart: a dry run that arrives after settlement is not what settlement did. */
function keyOfNumbers(
  { race_id }: OperatorRace,
  version: number,
  of: "dry run" | "settled",
): readonly unknown[] {
  return [NUMBERS_KEY, race_id, version, of];
}

/**
 * The numbers of the current result: its dry run, or what settlement did. While it is being settled
 * or corrected no result can be entered, not even the same.
 */
function useNumbers(race: OperatorRace, standing: Version | undefined, mayEnter: boolean) {
  const settled = race.status === "settled" ? newestOf(race) : undefined;
  const version = standing ?? settled;
  const isBegun = settled === undefined && race.settlements.length > 0;
  return useQuery<Numbers>({
    queryKey: keyOfNumbers(race, version?.version ?? 0, settled ? "settled" : "dry run"),
    enabled: mayEnter && version !== undefined && !isBegun,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: () =>
      settled === undefined
        ? sendResult(
            race.race_id,
            {
              placings: version?.placings ?? [],
              unplaced: version?.unplaced ?? [],
              declared: version?.declared_dividends ?? [],
            },
            version?.stage ?? "interim",
          )
        : settle({ race_id: race.race_id, result_version: settled.version }),
  });
}
