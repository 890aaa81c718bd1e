import type {
  DataOf,
  IdentityRule,
  listAudit,
  ListItemOf,
  listOutbox,
  listSettings,
  putIdentityRule,
  verifyAudit,
} from "@club/contract";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { call } from "./client.ts";
import { queryClient } from "./query-client.ts";

const PAGE = 50;

export type AuditLine = ListItemOf<typeof listAudit>;
export type Message = ListItemOf<typeof listOutbox>;

interface Page<Item> {
  readonly next: string | null;
  readonly list: readonly Item[];
}

/** Who did what, newest first; `target` is an id, `action` the beginning of an action. */
export function useAudit(filter: { readonly target: string; readonly action: string }) {
  return useInfiniteQuery({
    queryKey: ["audit", filter.target, filter.action],
    initialPageParam: undefined as string | undefined,
    placeholderData: keepPreviousData,
    getNextPageParam: (last: Page<AuditLine>) => last.next ?? undefined,
    queryFn: async ({ pageParam, signal }): Promise<Page<AuditLine>> => {
      const { data, list } = await call<typeof listAudit>({
        method: "GET",
        path: "/api/operator/audit",
        query: {
          limit: PAGE,
          ...(filter.target !== "" && { target: filter.target }),
          ...(filter.action !== "" && { action: filter.action }),
          ...(pageParam !== undefined && { cursor: pageParam }),
        },
        signal,
      });
      return { next: data.next_cursor, list };
    },
  });
}

const OUTBOX_POLL_MS = 10_000;

/** Messages that the club sent, newest first, to one address or all. */
export function useOutbox(to: string) {
  return useInfiniteQuery({
    queryKey: ["outbox", to],
    initialPageParam: undefined as string | undefined,
    placeholderData: keepPreviousData,
    // Reading the codes of one phone is an act, noted each time: it is not repeated by itself.
    refetchInterval: to === "" && OUTBOX_POLL_MS,
    refetchOnWindowFocus: to === "",
    getNextPageParam: (last: Page<Message>) => last.next ?? undefined,
    queryFn: async ({ pageParam, signal }): Promise<Page<Message>> => {
      const { data, list } = await call<typeof listOutbox>({
        method: "GET",
        path: "/api/operator/outbox",
        query: {
          limit: PAGE,
          ...(to !== "" && { to }),
          ...(pageParam !== undefined && { cursor: pageParam }),
        },
        signal,
      });
      return { next: data.next_cursor, list };
    },
  });
}

export type AuditChain = DataOf<typeof verifyAudit>;

/** Works the chain of the log out anew. */
export async function checkChain(): Promise<AuditChain> {
  const { data } = await call<typeof verifyAudit>({
    method: "GET",
    path: "/api/operator/audit/verify",
  });
  return data;
}

/** What the club decides while it runs, and how it came to. */
export function useSettings() {
  return useQuery({
    queryKey: ["settings"],
    queryFn: async ({ signal }) =>
      await call<typeof listSettings>({ method: "GET", path: "/api/operator/settings", signal }),
  });
}

export async function setIdentityRule(rule: IdentityRule): Promise<void> {
  await call<typeof putIdentityRule>({
    method: "PUT",
    path: "/api/operator/identity-rule",
    body: { rule },
  });
  await queryClient.invalidateQueries({ queryKey: ["settings"] });
}
