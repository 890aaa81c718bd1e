import type { SportOrder } from "@club/contract";
import { useEffect } from "react";
import { MINE, queryClient } from "../core/query-client.ts";
import { listenTo, receive } from "../core/stream.ts";

const MOST_WATCHED = 24;
const GATHER_MS = 1200;

/**
 * Watches the matches of open bets. When one moves (a score, an end), the bets are fetched again,
 * but not for every price change in it.
 */
export function useLiveLegs(orders: readonly SportOrder[]): void {
  const open = orders.flatMap(({ legs }) => legs).filter(({ status }) => status === "open");
  const key = [...new Set(open.map(({ event_id }) => event_id))].slice(0, MOST_WATCHED).join(",");
  useEffect(() => {
    if (key === "") return;
    const ids = new Set(key.split(","));
    const stops = [...ids].map((id) => listenTo(`sport:${id}`));
    const faces = new Map<string, string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = receive((event) => {
      if (event.kind !== "sport" || !hasMoved(event.data, ids, faces) || timer !== undefined)
        return;
      timer = setTimeout(() => {
        timer = undefined;
        void queryClient.invalidateQueries({ queryKey: [MINE, "orders", "sport"] });
      }, GATHER_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
      for (const each of stops) each();
    };
  }, [key]);
}

interface News {
  readonly event_id: string;
  readonly status?: string;
  readonly live?: unknown;
  readonly result?: unknown;
}

/** Whether the news has another score or state than the match's last news. */
function hasMoved(data: string, ids: ReadonlySet<string>, faces: Map<string, string>): boolean {
  try {
    const { event_id, status, live, result } = JSON.parse(data) as News;
    if (!ids.has(event_id)) return false;
    const face = JSON.stringify([status, live, result]);
    const before = faces.get(event_id);
    faces.set(event_id, face);
    return before !== face;
  } catch {
    return false;
  }
}
