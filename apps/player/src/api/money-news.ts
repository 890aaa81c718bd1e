import { useEffect } from "react";
import { listenTo, receive } from "../core/stream.ts";
import { useSession } from "../core/session.ts";
import { MINE, queryClient } from "../core/query-client.ts";

export const TOP_UPS = [MINE, "topUps"] as const;
export const WITHDRAWALS = [MINE, "withdrawals"] as const;
export const BANK_CARD = [MINE, "bankCard"] as const;

/** Refetches everything that shows money in or out. */
export function refreshMoney(): void {
  for (const key of [TOP_UPS, WITHDRAWALS, BANK_CARD, [MINE, "wallet"], [MINE, "statement"]]) {
    void queryClient.invalidateQueries({ queryKey: key });
  }
}

/** While a money screen is open, news from the club is shown at once. */
export function useMoneyNews(): void {
  const isSignedIn = useSession() !== null;
  useEffect(() => {
    if (!isSignedIn) return undefined;
    const stopListening = listenTo("player");
    const stopReceiving = receive((event) => {
      if (event.kind === "money") refreshMoney();
    });
    return () => {
      stopReceiving();
      stopListening();
    };
  }, [isSignedIn]);
}
