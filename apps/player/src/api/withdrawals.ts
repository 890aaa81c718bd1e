import type {
  BankCard,
  BodyInputOf,
  cancelWithdrawal,
  createWithdrawal,
  getBankCard,
  listWithdrawals,
  postBankCard,
} from "@club/contract";
import {
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import { useSession } from "../core/session.ts";
import { call } from "../core/call.ts";
import { BANK_CARD, refreshMoney, WITHDRAWALS } from "./money-news.ts";
import { answered, keyOf, repeatDelayMs, shouldRepeat } from "../core/once.ts";

const PAGE = 20;
const ACT = "withdraw";

/** The player's withdrawals, newest first, and what can be withdrawn now. */
export function useWithdrawals() {
  const isSignedIn = useSession() !== null;
  return useInfiniteQuery({
    queryKey: WITHDRAWALS,
    enabled: isSignedIn,
    refetchInterval: 30_000,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) =>
      await call<typeof listWithdrawals>({
        method: "GET",
        path: "/api/withdraw/list",
        query: { limit: PAGE, cursor: pageParam },
        signal,
      }),
    getNextPageParam: (page) => page.data.next_cursor ?? undefined,
  });
}

/** Requests a withdrawal. The same amount again, before the answer, is the same wish. */
export function useCreateWithdrawal() {
  return useMutation({
    retry: shouldRepeat,
    retryDelay: repeatDelayMs,
    mutationFn: async (amountCents: number) =>
      (
        await call<typeof createWithdrawal>({
          method: "POST",
          path: "/api/withdraw/create",
          body: { amount_cents: amountCents },
          idempotencyKey: keyOf(ACT, String(amountCents)),
        })
      ).data,
    onSuccess: () => answered(ACT),
    onSettled: refreshMoney,
  });
}

/** Takes one back while nobody has approved it; repeating it changes nothing. */
export function useCancelWithdrawal() {
  return useMutation({
    retry: shouldRepeat,
    retryDelay: repeatDelayMs,
    mutationFn: async (withdrawalId: string) =>
      (
        await call<typeof cancelWithdrawal>({
          method: "POST",
          path: "/api/withdraw/:withdrawal_id/cancel",
          params: { withdrawal_id: withdrawalId },
        })
      ).data,
    onSettled: refreshMoney,
  });
}

/** The player's bank account, masked; null where there is none. Never on the device. */
export function useBankCard(): UseQueryResult<BankCard | null> {
  const isSignedIn = useSession() !== null;
  return useQuery({
    queryKey: BANK_CARD,
    enabled: isSignedIn,
    queryFn: async ({ signal }) => {
      const wish = { method: "GET", path: "/api/user/bank_card", signal } as const;
      return (await call<typeof getBankCard>(wish)).data;
    },
  });
}

export function useSaveBankCard() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: BodyInputOf<typeof postBankCard>) =>
      (await call<typeof postBankCard>({ method: "POST", path: "/api/user/bank_card", body })).data,
    onSuccess: (card) => {
      client.setQueryData(BANK_CARD, card);
      void client.invalidateQueries({ queryKey: WITHDRAWALS });
    },
  });
}
