import type {
  createTopUp,
  DataOf,
  listStatement,
  listTopUpMethods,
  listTopUps,
  StatementType,
  submitTopUp,
  topUpQr,
} from "@club/contract";
import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { useSession } from "../core/session.ts";
import { call } from "../core/call.ts";
import { sendFile } from "../core/file.ts";
import { refreshMoney, TOP_UPS } from "./money-news.ts";
import { answered, keyOf, repeatDelayMs, shouldRepeat } from "../core/once.ts";
import { MINE } from "../core/query-client.ts";

const PAGE = 20;
const ACT = "top-up";

export type CreatedTopUp = DataOf<typeof createTopUp>;

export interface StatementRange {
  readonly from: string;
  readonly to: string;
  readonly type: StatementType | undefined;
}

/** The player's cash account of some days, newest first, with the sums of all of it. */
export function useStatement({ from, to, type }: StatementRange) {
  const isSignedIn = useSession() !== null;
  return useInfiniteQuery({
    queryKey: [MINE, "statement", from, to, type],
    enabled: isSignedIn,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) =>
      await call<typeof listStatement>({
        method: "GET",
        path: "/api/statement/list",
        query: { limit: PAGE, cursor: pageParam, from, to, type },
        signal,
      }),
    getNextPageParam: (page) => page.data.next_cursor ?? undefined,
  });
}

export function useTopUpMethods() {
  const isSignedIn = useSession() !== null;
  return useQuery({
    queryKey: [...TOP_UPS, "methods"],
    enabled: isSignedIn,
    staleTime: 5 * 60_000,
    queryFn: async ({ signal }) => {
      const wish = { method: "GET", path: "/api/recharge/methods", signal } as const;
      return (await call<typeof listTopUpMethods>(wish)).list;
    },
  });
}

/** The QR code of a transfer in euros; null where it has none. */
export function useTransferQr(topUpId: string, isAsked: boolean) {
  return useQuery({
    queryKey: [...TOP_UPS, "qr", topUpId],
    enabled: isAsked,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const params = { topup_id: topUpId };
      const wish = { method: "GET", path: "/api/recharge/:topup_id/qr", params, signal } as const;
      return (await call<typeof topUpQr>(wish)).data;
    },
  });
}

const POLL_MS = 15_000;
/** Who has just paid and looks at the screen is told sooner. */
const AWAITED_POLL_MS = 3000;

/** The player's top-ups. They are polled: news of one may be lost. */
export function useTopUps({ isAwaited = false } = {}) {
  const isSignedIn = useSession() !== null;
  return useInfiniteQuery({
    queryKey: [...TOP_UPS, "list"],
    enabled: isSignedIn,
    refetchInterval: isAwaited ? AWAITED_POLL_MS : POLL_MS,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) =>
      await call<typeof listTopUps>({
        method: "GET",
        path: "/api/recharge/list",
        query: { limit: PAGE, cursor: pageParam },
        signal,
      }),
    getNextPageParam: (page) => page.data.next_cursor ?? undefined,
  });
}

export interface NewTopUp {
  readonly method: string;
  readonly amountCents: number;
}

/** Announces a top-up. Repeated before it is answered, it is the same wish. */
export function useCreateTopUp() {
  return useMutation({
    retry: shouldRepeat,
    retryDelay: repeatDelayMs,
    mutationFn: async ({ method, amountCents }: NewTopUp) =>
      (
        await call<typeof createTopUp>({
          method: "POST",
          path: "/api/recharge/create",
          body: { method, amount_cents: amountCents },
          idempotencyKey: keyOf(ACT, `${method} ${amountCents}`),
        })
      ).data,
    onSuccess: () => answered(ACT),
    onSettled: refreshMoney,
  });
}

/** The player has sent the transfer. */
export function useSubmitTopUp() {
  return useMutation({
    retry: shouldRepeat,
    retryDelay: repeatDelayMs,
    mutationFn: async (topUpId: string) =>
      (
        await call<typeof submitTopUp>({
          method: "POST",
          path: "/api/recharge/:topup_id/sent",
          params: { topup_id: topUpId },
        })
      ).data,
    onSettled: refreshMoney,
  });
}

/** Sends a picture of the bank's receipt. */
export function useAddReceipt(topUpId: string) {
  return useMutation({
    mutationFn: async (picture: Blob) =>
      await sendFile(`/api/recharge/${encodeURIComponent(topUpId)}/receipt`, picture),
    onSettled: refreshMoney,
  });
}
