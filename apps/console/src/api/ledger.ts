import type {
  adjustHouse as adjustCall,
  BodyInputOf,
  DataOf,
  getTrialBalance,
  getVerification,
  LedgerEntry,
  ListItemOf,
  listLedgerEntries,
  listMonths,
  listVerifications,
  MonthClose,
  closeMonth as closeCall,
  verifyLedger,
} from "@club/contract";
import { clubNow } from "@club/ui";
import { useInfiniteQuery, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useMay } from "../core/session.ts";
import { createStore, useStore } from "../core/store.ts";
import { call } from "./client.ts";
import { queryClient } from "./query-client.ts";

const LEDGER_KEY = "ledger";
const PAGE = 25;
const BALANCE_POLL_MS = 20_000;
const PROGRESS_MS = 1000;

export const LEDGER_READERS = ["cashier", "auditor"] as const;

export type TrialLine = ListItemOf<typeof getTrialBalance>;
export interface TrialBalance extends DataOf<typeof getTrialBalance> {
  readonly lines: readonly TrialLine[];
}

export function useTrialBalance(): UseQueryResult<TrialBalance> {
  const enabled = useMay(...LEDGER_READERS);
  return useQuery({
    queryKey: [LEDGER_KEY, "trial-balance"],
    enabled,
    refetchInterval: BALANCE_POLL_MS,
    queryFn: async ({ signal }) => {
      const { data, list } = await call<typeof getTrialBalance>({
        method: "GET",
        path: "/api/operator/ledger/trial-balance",
        signal,
      });
      return { ...data, lines: list };
    },
  });
}

/** Entries of one account, or of all; newest first. */
export function useEntries(account: string) {
  return useInfiniteQuery({
    queryKey: [LEDGER_KEY, "entries", account],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: { readonly next: string | null }) => last.next ?? undefined,
    queryFn: async ({ pageParam, signal }) => {
      const { data, list } = await call<typeof listLedgerEntries>({
        method: "GET",
        path: "/api/operator/ledger/entries",
        query: {
          limit: PAGE,
          ...(account !== "" && { account }),
          ...(pageParam !== undefined && { cursor: pageParam }),
        },
        signal,
      });
      return { next: data.next_cursor, list: list as readonly LedgerEntry[] };
    },
  });
}

export interface Months extends DataOf<typeof listMonths> {
  readonly list: readonly MonthClose[];
}

/** Months that are closed, and the one that comes next. */
export function useMonths(): UseQueryResult<Months> {
  const enabled = useMay(...LEDGER_READERS);
  return useQuery({
    queryKey: [LEDGER_KEY, "months"],
    enabled,
    queryFn: async ({ signal }) => {
      const path = "/api/operator/ledger/months";
      const { data, list } = await call<typeof listMonths>({ method: "GET", path, signal });
      return { ...data, list };
    },
  });
}

export async function closeMonth(month: string): Promise<void> {
  const path = "/api/operator/ledger/months";
  await call<typeof closeCall>({ method: "POST", path, body: { month } });
  await queryClient.invalidateQueries({ queryKey: [LEDGER_KEY, "months"] });
}

/** Asks for a movement between two accounts of the house; the same key asks once. */
export async function adjustHouse(
  body: BodyInputOf<typeof adjustCall>,
  idempotencyKey: string,
): Promise<void> {
  const path = "/api/operator/ledger/adjust";
  await call<typeof adjustCall>({ method: "POST", path, body, idempotencyKey });
  await queryClient.invalidateQueries({ queryKey: ["approvals"] });
}

/** What earlier verifications found, newest first. */
export function useVerifications(): UseQueryResult<
  readonly ListItemOf<typeof listVerifications>[]
> {
  const enabled = useMay(...LEDGER_READERS);
  return useQuery({
    queryKey: [LEDGER_KEY, "verified"],
    enabled,
    queryFn: async ({ signal }) => {
      const path = "/api/operator/ledger/verifications";
      const { list } = await call<typeof listVerifications>({ method: "GET", path, signal });
      return list;
    },
  });
}

export type Verified = DataOf<typeof verifyLedger>;

/** How far it has come; undefined until the server has said. */
export type VerifyProgress = DataOf<typeof getVerification>["running"] | undefined;

export type Verification =
  | { readonly phase: "idle" }
  | {
      readonly phase: "running";
      readonly startedAt: number;
      readonly before: Verified | undefined;
      readonly progress?: VerifyProgress;
    }
  | { readonly phase: "done"; readonly result: Verified }
  | { readonly phase: "failed"; readonly error: unknown };

/** One verification for the whole console: the head shows what the ledger page found. */
const verification = createStore<Verification>({ phase: "idle" });

export const useVerification = (): Verification => useStore(verification);

/** Recomputes the books from the postings. Only one at a time. */
export async function verify(): Promise<void> {
  const before = verification.get();
  if (before.phase === "running") return;
  verification.set({
    phase: "running",
    startedAt: clubNow(),
    before: before.phase === "done" ? before.result : undefined,
  });
  const looking = setInterval(() => void lookAtProgress(), PROGRESS_MS);
  try {
    const { data } = await call<typeof verifyLedger>({
      method: "POST",
      path: "/api/operator/ledger/verify",
    });
    verification.set({ phase: "done", result: data });
    await queryClient.invalidateQueries({ queryKey: [LEDGER_KEY, "verified"] });
  } catch (error) {
    verification.set({ phase: "failed", error });
  } finally {
    clearInterval(looking);
  }
}

/** A look that fails is no news of the verification itself. */
async function lookAtProgress(): Promise<void> {
  const answer = await call<typeof getVerification>({
    method: "GET",
    path: "/api/operator/ledger/verify",
  }).catch(() => undefined);
  const now = verification.get();
  if (answer !== undefined && now.phase === "running") {
    verification.set({ ...now, progress: answer.data.running });
  }
}
