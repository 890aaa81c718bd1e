import type { ReplayKey } from "./en.ts";

export const fr = {
  "replay.title": "Journées refaites",
  "replay.what":
    "Chaque nuit le club refait chaque journée à partir de ses paris, résultats et règles, et la compare aux tables.",
  "replay.broken": "Différentes des tables : {days}",
  "replay.equal.one": "{n} comparaison, égale",
  "replay.equal.other": "{n} comparaisons, toutes égales",
  "replay.differs": "diffère : {check}",
} as const satisfies Record<ReplayKey, string>;
