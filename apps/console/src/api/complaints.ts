import type {
  acceptDocument,
  answerComplaint,
  ComplaintOutcome,
  listOperatorComplaints,
  listOperatorDocuments,
  refuseDocument,
  takeComplaint,
} from "@club/contract";
import { PLAYER_FILE_KEY } from "./players.ts";
import { send } from "./query-client.ts";
import { usePages } from "./read.ts";

/* What players wait for: answers to complaints, and the review of their identity documents. */

const COMPLAINTS = "complaints";
const DOCUMENTS = "documents";
const PAGE = 50;
/** Once a minute: each look at a queue goes into the audit log. */
const AGAIN_MS = 60_000;
const KEYS = [COMPLAINTS, DOCUMENTS, PLAYER_FILE_KEY];

export function useComplaints(status: "waiting" | "answered") {
  return usePages<typeof listOperatorComplaints>(
    [COMPLAINTS, status],
    { path: "/api/operator/complaints", query: { status, limit: PAGE } },
    { refetchInterval: status === "waiting" ? AGAIN_MS : false },
  );
}

export async function take(complaintId: string): Promise<void> {
  await send<typeof takeComplaint>(KEYS, {
    method: "POST",
    path: "/api/operator/complaints/:complaint_id/take",
    params: { complaint_id: complaintId },
  });
}

export async function answer(
  complaintId: string,
  body: { outcome: ComplaintOutcome; answer: string },
): Promise<void> {
  await send<typeof answerComplaint>(KEYS, {
    method: "POST",
    path: "/api/operator/complaints/:complaint_id/answer",
    params: { complaint_id: complaintId },
    body,
  });
}

export function useDocuments(status: "waiting" | "decided") {
  return usePages<typeof listOperatorDocuments>(
    [DOCUMENTS, status],
    { path: "/api/operator/documents", query: { status, limit: PAGE } },
    { refetchInterval: status === "waiting" ? AGAIN_MS : false },
  );
}

export async function accept(documentId: string): Promise<void> {
  await send<typeof acceptDocument>(KEYS, {
    method: "POST",
    path: "/api/operator/documents/:document_id/accept",
    params: { document_id: documentId },
  });
}

export async function refuse(documentId: string, reason: string): Promise<void> {
  await send<typeof refuseDocument>(KEYS, {
    method: "POST",
    path: "/api/operator/documents/:document_id/refuse",
    params: { document_id: documentId },
    body: { reason },
  });
}
