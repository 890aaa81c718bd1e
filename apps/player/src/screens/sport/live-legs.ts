import type { SportOrder } from "@club/contract";
import { useEffect } from "react";
import { MINE, queryClient } from "../../api/query-client.ts";
import { listenTo, receive } from "../../live/stream.ts";

const MOST_WATCHED = 24;
const GATHER_MS = 1200;

/**
 * Watches the matches of open bets: when one moves (a score, an end), the bets are read anew, but not
 * for every price that moves there.
 */
export function useLiveLegs(orders: readonly SportOrder[]): void {
  const open = orders.flatMap(({ legs }) => legs).filter(({ status }) => status === "open");
  const key = [...new Set(open.map(({ event_id }) => event_id))].slice(0, MOST_WATCHED).join(",");
  useEffect(() => {
    if (key === "") return;
    const ids = new Set(key.split(","));
    const stops = [...ids].map((id) => listenTo(`sport:${id}`));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = receive((event) => {
      if (event.kind !== "sport" || timer !== undefined || !isAboutLegs(event.data, ids)) return;
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
  readonly event_id?: string;
  readonly status?: string;
  readonly live?: unknown;
  readonly result?: unknown;
}

function isAboutLegs(data: string, ids: ReadonlySet<string>): boolean {
  try {
    const news = JSON.parse(data) as News;
    const hasMoved =
      news.status !== undefined || news.live !== undefined || news.result !== undefined;
    return hasMoved && ids.has(news.event_id ?? "");
  } catch {
    return false;
  }
}
