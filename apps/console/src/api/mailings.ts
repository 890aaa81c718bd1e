import { defineAct } from "./ask.ts";
import { usePages } from "./read.ts";

const KEY = ["mailings"];
const LOOK_MS = 5000;
const PAGE = 20;

/** Messages to segments, newest first; what is under way moves by itself. */
export const useMailings = () =>
  usePages(KEY, "/api/operator/mailings", { limit: PAGE }, { refetchInterval: LOOK_MS });

export const sendMailing = defineAct("POST /api/operator/mailings", [KEY]);
export const stopMailing = defineAct("POST /api/operator/mailings/:mailing_id/stop", [KEY]);
