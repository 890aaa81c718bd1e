import type {
  adjustHouse as adjustCall,
  BodyInputOf,
  DataOf,
  getTrialBalance,
  getVerification,
  ListItemOf,
  listLedgerEntries,
  listMonths,
  listVerifications,
  closeMonth as closeCall,
  verifyLedger,
} from "@club/contract";
import { clubNow } from "@club/ui";
import type { UseQueryResult } from "@tanstack/react-query";
import { useMay } from "../core/session.ts";
import { createStore, useStore } from "@club/client/react";
import { call } from "./client.ts";
import { readAnew, send } from "./query-client.ts";
import { useList, usePages, useWhole, type Whole } from "./read.ts";

const LEDGER_KEY = "ledger";
const PAGE = 25;
const BALANCE_POLL_MS = 20_000;
const PROGRESS_MS = 1000;

export const LEDGER_READERS = ["cashier", "auditor"] as const;

export type TrialLine = ListItemOf<typeof getTrialBalance>;
export type TrialBalance = Whole<typeof getTrialBalance>;

export function useTrialBalance(): UseQueryResult<TrialBalance> {
  return useWhole<typeof getTrialBalance>(
    [LEDGER_KEY, "trial-balance"],
    { path: "/api/operator/ledger/trial-balance" },
    {
      enabled: useMay(...LEDGER_READERS),
      refetchInterval: BALANCE_POLL_MS,
    },
  );
}

/** Entries of one account, or of all; newest first. */
export function useEntries(account: string) {
  return usePages<typeof listLedgerEntries>([LEDGER_KEY, "entries", account], {
    path: "/api/operator/ledger/entries",
    query: {
      limit: PAGE,
      account,
    },
  });
}

export type Months = Whole<typeof listMonths>;

/** Closed months, and the next one to close. */
export function useMonths(): UseQueryResult<Months> {
  return useWhole<typeof listMonths>(
    [LEDGER_KEY, "months"],
    { path: "/api/operator/ledger/months" },
    { enabled: useMay(...LEDGER_READERS) },
  );
}

export async function closeMonth(month: string): Promise<void> {
  const path = "/api/operator/ledger/months";
  await send<typeof closeCall>([[LEDGER_KEY, "months"]], { method: "POST", path, body: { month } });
}

/** Asks for a movement between two house accounts; sent again with the same key, it counts once. */
export async function adjustHouse(
  body: BodyInputOf<typeof adjustCall>,
  idempotencyKey: string,
): Promise<void> {
  const path = "/api/operator/ledger/adjust";
  await send<typeof adjustCall>(["approvals"], { method: "POST", path, body, idempotencyKey });
}

/** What earlier verifications found, newest first. */
export function useVerifications(): UseQueryResult<
  readonly ListItemOf<typeof listVerifications>[]
> {
  return useList<typeof listVerifications>(
    [LEDGER_KEY, "verified"],
    { path: "/api/operator/ledger/verifications" },
    { enabled: useMay(...LEDGER_READERS) },
  );
}

export type Verified = DataOf<typeof verifyLedger>;

/** How far it has got; undefined until the server says. */
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

/** One verification for the whole console: the page head shows what the ledger page found. */
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
    await readAnew([LEDGER_KEY, "verified"]);
  } catch (error) {
    verification.set({ phase: "failed", error });
  } finally {
    clearInterval(looking);
  }
}

/** A failed look at the progress says nothing about the verification itself. */
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
