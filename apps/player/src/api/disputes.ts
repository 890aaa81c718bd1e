import type {
  ComplaintTopic,
  DocumentKind,
  fileComplaint,
  listComplaints,
  listDocuments,
} from "@club/contract";
import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { useSession } from "../core/session.ts";
import { call } from "../core/call.ts";
import { sendFile } from "../core/file.ts";
import { answered, keyOf, repeatDelayMs, shouldRepeat } from "../core/once.ts";
import { MINE, queryClient } from "../core/query-client.ts";

const COMPLAINTS = [MINE, "complaints"] as const;
const PAPERS = [MINE, "papers"] as const;
const ACT = "complaint";
const PAGE = 20;

export function useMyComplaints() {
  const isSignedIn = useSession() !== null;
  return useInfiniteQuery({
    queryKey: COMPLAINTS,
    enabled: isSignedIn,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) =>
      await call<typeof listComplaints>({
        method: "GET",
        path: "/api/complaint/list",
        query: { limit: PAGE, cursor: pageParam },
        signal,
      }),
    getNextPageParam: (page) => page.data.next_cursor ?? undefined,
  });
}

export interface NewComplaint {
  readonly topic: ComplaintTopic;
  readonly text: string;
}

/** Sent again after a lost answer, it is still the same complaint. */
export function useComplain() {
  return useMutation({
    retry: shouldRepeat,
    retryDelay: repeatDelayMs,
    mutationFn: async (body: NewComplaint) =>
      await call<typeof fileComplaint>({
        method: "POST",
        path: "/api/complaint/create",
        body,
        idempotencyKey: keyOf(ACT, JSON.stringify(body)),
      }),
    onSuccess: async () => {
      answered(ACT);
      await queryClient.invalidateQueries({ queryKey: COMPLAINTS });
    },
  });
}

export function useMyPapers() {
  const isSignedIn = useSession() !== null;
  return useQuery({
    queryKey: PAPERS,
    enabled: isSignedIn,
    queryFn: async ({ signal }) =>
      await call<typeof listDocuments>({ method: "GET", path: "/api/user/documents", signal }),
  });
}

export function useSendPaper() {
  return useMutation({
    mutationFn: async (paper: { kind: DocumentKind; picture: Blob }) =>
      await sendFile(`/api/user/documents?kind=${paper.kind}`, paper.picture),
    onSuccess: async () => await queryClient.invalidateQueries({ queryKey: PAPERS }),
  });
}
