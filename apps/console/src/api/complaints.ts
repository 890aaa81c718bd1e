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

export const useComplaints = (status: "waiting" | "answered") =>
  usePages(
    [COMPLAINTS, status],
    "/api/operator/complaints",
    { status, limit: PAGE },
    lookAgain(status),
  );

export const take = defineAct("POST /api/operator/complaints/:complaint_id/take", KEYS);
export const answer = defineAct("POST /api/operator/complaints/:complaint_id/answer", KEYS);

export const useDocuments = (status: "waiting" | "decided") =>
  usePages(
    [DOCUMENTS, status],
    "/api/operator/documents",
    { status, limit: PAGE },
    lookAgain(status),
  );

export const accept = defineAct("POST /api/operator/documents/:document_id/accept", KEYS);
export const refuse = defineAct("POST /api/operator/documents/:document_id/refuse", KEYS);
