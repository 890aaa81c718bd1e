import type { QueryInputOf, SEGMENT_SORTS, Sort, listSegmentPlayers } from "@club/contract";
import { keepPreviousData } from "@tanstack/react-query";
import { defineAct } from "./ask.ts";
import { useList, usePages } from "./read.ts";

const KEY = "segments";
const MAILINGS_KEY = ["mailings"];
const PAGE = 50;
const MAILINGS_PAGE = 20;
const LOOK_MS = 5000;

export type AskedRules = Omit<QueryInputOf<typeof listSegmentPlayers>, "limit" | "cursor" | "sort">;

/** Players that fit rules. */
export const useSegmentPlayers = (
  rules: AskedRules,
  sort: Sort<(typeof SEGMENT_SORTS)[number]>,
  enabled: boolean,
) =>
  usePages(
    [KEY, "players", rules, sort],
    "/api/operator/segments/players",
    { ...rules, sort, limit: PAGE },
    { enabled, placeholderData: keepPreviousData },
  );

/** Rules that have a name. */
export const useSegments = () => useList([KEY, "named"], "/api/operator/segments");

const KEYS = [[KEY, "named"]];
export const makeSegment = defineAct("POST /api/operator/segments", KEYS);
export const changeSegment = defineAct("PUT /api/operator/segments/:segment_id", KEYS);
export const dropSegment = defineAct("DELETE /api/operator/segments/:segment_id", KEYS);

/** Messages to segments, newest first; what is under way moves by itself. */
export const useMailings = () =>
  usePages(
    MAILINGS_KEY,
    "/api/operator/mailings",
    { limit: MAILINGS_PAGE },
    { refetchInterval: LOOK_MS },
  );

export const sendMailing = defineAct("POST /api/operator/mailings", [MAILINGS_KEY]);
export const stopMailing = defineAct("POST /api/operator/mailings/:mailing_id/stop", [
  MAILINGS_KEY,
]);
