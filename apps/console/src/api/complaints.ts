import type { COMPLAINT_SORTS, DOCUMENT_SORTS, Sort } from "@club/contract";
import { defineAct } from "./ask.ts";
import { PLAYER_FILE_KEY } from "./players.ts";
import { usePages } from "./read.ts";

/* What players wait for: answers to complaints, and the review of their identity documents. */

const COMPLAINTS = "complaints";
const DOCUMENTS = "documents";
const PAGE = 50;
/** Once a minute: each look at a queue goes into the audit log. */
const AGAIN_MS = 60_000;
const KEYS = [COMPLAINTS, DOCUMENTS, PLAYER_FILE_KEY];

const lookAgain = (status: string) => ({
  refetchInterval: status === "waiting" ? AGAIN_MS : (false as const),
});

/** The orders of the desk, unless sorted: what is due first, or oldest; or what was done last. */
export const COMPLAINT_ORDER = { waiting: "due", answered: "-filed" } as const;
export const DOCUMENT_ORDER = { waiting: "sent", decided: "-sent" } as const;

export const useComplaints = (
  status: "waiting" | "answered",
  sort: Sort<(typeof COMPLAINT_SORTS)[number]> = COMPLAINT_ORDER[status],
) =>
  usePages(
    [COMPLAINTS, status, sort],
    "/api/operator/complaints",
    { status, sort, limit: PAGE },
    lookAgain(status),
  );

export const take = defineAct("POST /api/operator/complaints/:complaint_id/take", KEYS);
export const answer = defineAct("POST /api/operator/complaints/:complaint_id/answer", KEYS);

export const useDocuments = (
  status: "waiting" | "decided",
  sort: Sort<(typeof DOCUMENT_SORTS)[number]> = DOCUMENT_ORDER[status],
) =>
  usePages(
    [DOCUMENTS, status, sort],
    "/api/operator/documents",
    { status, sort, limit: PAGE },
    lookAgain(status),
  );

export const accept = defineAct("POST /api/operator/documents/:document_id/accept", KEYS);
export const refuse = defineAct("POST /api/operator/documents/:document_id/refuse", KEYS);
