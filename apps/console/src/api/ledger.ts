import { createStore, useStore } from "@club/client/react";
import type {
  DataOf,
  ENTRY_SORTS,
  getTrialBalance,
  getVerification,
  ListItemOf,
  listMonths,
  Sort,
  verifyLedger,
} from "@club/contract";
import { clubNow } from "@club/ui";
import { ask, defineAct } from "./ask.ts";
import { readAnew } from "./query-client.ts";
import { useList, usePages, useWhole, type Whole } from "./read.ts";

const LEDGER_KEY = "ledger";
const PAGE = 25;
const BALANCE_POLL_MS = 20_000;
const PROGRESS_MS = 1000;

export type TrialLine = ListItemOf<typeof getTrialBalance>;
export type TrialBalance = Whole<typeof getTrialBalance>;

export const useTrialBalance = () =>
  useWhole(
    [LEDGER_KEY, "trial-balance"],
    "/api/operator/ledger/trial-balance",
    {},
    { refetchInterval: BALANCE_POLL_MS },
  );

/** Entries of one account, or of all. */
export const useEntries = (account: string, sort: Sort<(typeof ENTRY_SORTS)[number]>) =>
  usePages([LEDGER_KEY, "entries", account, sort], "/api/operator/ledger/entries", {
    limit: PAGE,
    account,
    sort,
  });

export type Months = Whole<typeof listMonths>;

/** Closed months, and the next one to close. */
export const useMonths = () => useWhole([LEDGER_KEY, "months"], "/api/operator/ledger/months");

export const closeMonth = defineAct("POST /api/operator/ledger/months", [[LEDGER_KEY, "months"]]);

/** Asks for a movement between two house accounts; sent again with the same key, it counts once. */
export const adjustHouse = defineAct("POST /api/operator/ledger/adjust", ["approvals"]);

/** What earlier verifications found, newest first. */
export const useVerifications = () =>
  useList([LEDGER_KEY, "verified"], "/api/operator/ledger/verifications");

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
    const { data } = await ask("POST /api/operator/ledger/verify");
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
  const answer = await ask("GET /api/operator/ledger/verify").catch(() => undefined);
  const now = verification.get();
  if (answer !== undefined && now.phase === "running") {
    verification.set({ ...now, progress: answer.data.running });
  }
}
