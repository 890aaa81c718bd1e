import type {
  acceptDocument,
  addPlayerNote,
  answerComplaint,
  ComplaintOutcome,
  DataOf,
  erasePlayer,
  getPlayerFile,
  listOperatorComplaints,
  listOperatorDocuments,
  refuseDocument,
  takeComplaint,
} from "@club/contract";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { call } from "./client.ts";
import { fetchFile } from "./file.ts";
import { queryClient } from "./query-client.ts";

const COMPLAINTS = "complaints";
const PAPERS = "papers";
const FILE = "player-file";
const PAGE = 50;
/** Each look is in the audit log: the queues are asked for once a minute. */
const AGAIN_MS = 60_000;

export type PlayerFile = DataOf<typeof getPlayerFile>;

/** Read only where the tab is open: each read is in the audit log. */
export function usePlayerFile(playerId: string) {
  return useQuery({
    queryKey: [FILE, playerId],
    queryFn: async ({ signal }) => {
      const { data } = await call<typeof getPlayerFile>({
        method: "GET",
        path: "/api/operator/players/:player_id/file",
        params: { player_id: playerId },
        signal,
      });
      return data;
    },
  });
}

export async function addNote(playerId: string, text: string): Promise<void> {
  await call<typeof addPlayerNote>({
    method: "POST",
    path: "/api/operator/players/:player_id/notes",
    params: { player_id: playerId },
    body: { text },
  });
  await refreshFile();
}

export async function erase(playerId: string, userName: string, reason: string): Promise<void> {
  await call<typeof erasePlayer>({
    method: "POST",
    path: "/api/operator/players/:player_id/erase",
    params: { player_id: playerId },
    body: { user_name: userName, reason },
  });
  await queryClient.invalidateQueries();
}

/** Puts a player's data on this device, as the browser does it. */
export async function saveExport(playerId: string, format: "json" | "csv"): Promise<void> {
  const file = await fetchFile(`/api/operator/players/${playerId}/export?format=${format}`);
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = `player-${playerId}.${format}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), AGAIN_MS);
}

export function useComplaints(status: "waiting" | "answered") {
  return useInfiniteQuery({
    queryKey: [COMPLAINTS, status],
    initialPageParam: undefined as string | undefined,
    refetchInterval: status === "waiting" ? AGAIN_MS : false,
    getNextPageParam: (last: { data: { next_cursor: string | null } }) =>
      last.data.next_cursor ?? undefined,
    queryFn: async ({ pageParam: cursor, signal }) =>
      await call<typeof listOperatorComplaints>({
        method: "GET",
        path: "/api/operator/complaints",
        query: { status, limit: PAGE, ...(cursor !== undefined && { cursor }) },
        signal,
      }),
  });
}

export async function take(complaintId: string): Promise<void> {
  await call<typeof takeComplaint>({
    method: "POST",
    path: "/api/operator/complaints/:complaint_id/take",
    params: { complaint_id: complaintId },
  });
  await refreshCases();
}

export async function answer(
  complaintId: string,
  body: { outcome: ComplaintOutcome; answer: string },
): Promise<void> {
  await call<typeof answerComplaint>({
    method: "POST",
    path: "/api/operator/complaints/:complaint_id/answer",
    params: { complaint_id: complaintId },
    body,
  });
  await refreshCases();
}

export function usePapers(status: "waiting" | "decided") {
  return useInfiniteQuery({
    queryKey: [PAPERS, status],
    initialPageParam: undefined as string | undefined,
    refetchInterval: status === "waiting" ? AGAIN_MS : false,
    getNextPageParam: (last: { data: { next_cursor: string | null } }) =>
      last.data.next_cursor ?? undefined,
    queryFn: async ({ pageParam: cursor, signal }) =>
      await call<typeof listOperatorDocuments>({
        method: "GET",
        path: "/api/operator/documents",
        query: { status, limit: PAGE, ...(cursor !== undefined && { cursor }) },
        signal,
      }),
  });
}

/** A picture is fetched with the session and kept nowhere but on the page. */
export function usePaperPicture(documentId: string) {
  return useQuery({
    queryKey: ["paper-picture", documentId],
    queryFn: async () => await fetchFile(`/api/operator/documents/${documentId}/picture`),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export async function acceptPaper(documentId: string): Promise<void> {
  await call<typeof acceptDocument>({
    method: "POST",
    path: "/api/operator/documents/:document_id/accept",
    params: { document_id: documentId },
  });
  await refreshCases();
}

export async function refusePaper(documentId: string, reason: string): Promise<void> {
  await call<typeof refuseDocument>({
    method: "POST",
    path: "/api/operator/documents/:document_id/refuse",
    params: { document_id: documentId },
    body: { reason },
  });
  await refreshCases();
}

async function refreshFile(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [FILE] });
}

async function refreshCases(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: [COMPLAINTS] }),
    queryClient.invalidateQueries({ queryKey: [PAPERS] }),
    refreshFile(),
  ]);
}
