import type {
  changeInviteRules,
  InviteRules,
  listOperatorInvitations,
  refuseReward,
  releaseReward,
} from "@club/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { call } from "./client.ts";
import { queryClient } from "./query-client.ts";

const KEY = "invitations";
const PAGE = 50;

/** Who invited whom, newest first, with the rules that hold. */
export function useInvitations() {
  return useInfiniteQuery({
    queryKey: [KEY],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: { data: { next_cursor: string | null } }) =>
      last.data.next_cursor ?? undefined,
    queryFn: async ({ pageParam: cursor, signal }) =>
      await call<typeof listOperatorInvitations>({
        method: "GET",
        path: "/api/operator/invitations",
        query: { limit: PAGE, ...(cursor !== undefined && { cursor }) },
        signal,
      }),
  });
}

export async function release(invitationId: string): Promise<void> {
  await call<typeof releaseReward>({
    method: "POST",
    path: "/api/operator/invitations/:invitation_id/release",
    params: { invitation_id: invitationId },
  });
  await refresh();
}

export async function refuse(invitationId: string, reason: string): Promise<void> {
  await call<typeof refuseReward>({
    method: "POST",
    path: "/api/operator/invitations/:invitation_id/refuse",
    params: { invitation_id: invitationId },
    body: { reason },
  });
  await refresh();
}

export async function setInviteRules(rules: InviteRules): Promise<void> {
  await call<typeof changeInviteRules>({
    method: "PUT",
    path: "/api/operator/invitations/rules",
    body: rules,
  });
  await refresh();
}

async function refresh(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [KEY] });
}
