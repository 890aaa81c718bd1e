import { defineAct } from "./ask.ts";
import { useList } from "./read.ts";

const CONNECTIONS = "connections";
const AGAIN_MS = 5000;

/** What crosses the club's walls, by kind, and how it fares. */
export const useConnections = () =>
  useList([CONNECTIONS], "/api/operator/connections", {}, { refetchInterval: AGAIN_MS });

export const setConnection = defineAct("PUT /api/operator/connections/:kind", [CONNECTIONS]);
export const switchConnection = defineAct("POST /api/operator/connections/:kind/switch", [
  CONNECTIONS,
]);
export const testConnection = defineAct("POST /api/operator/connections/:kind/test", [CONNECTIONS]);
