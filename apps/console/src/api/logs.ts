import type {
  DataOf,
  getRegisterRule,
  IdentityRule,
  listAudit,
  ListItemOf,
  listOutbox,
  listSettings,
  putIdentityRule,
  RegisterRule,
  setRegisterRule,
  verifyAudit,
} from "@club/contract";
import { keepPreviousData } from "@tanstack/react-query";
import { call } from "./client.ts";
import { send } from "./query-client.ts";
import { useData, useWhole, usePages } from "./read.ts";

const PAGE = 50;

export type AuditLine = ListItemOf<typeof listAudit>;
export type Message = ListItemOf<typeof listOutbox>;

/** Who did what, newest first; `target` is an id, `action` the beginning of an action. */
export function useAudit(filter: { readonly target: string; readonly action: string }) {
  return usePages<typeof listAudit>(
    ["audit", filter.target, filter.action],
    {
      path: "/api/operator/audit",
      query: {
        limit: PAGE,
        target: filter.target,
        action: filter.action,
      },
    },
    { placeholderData: keepPreviousData },
  );
}

const OUTBOX_POLL_MS = 10_000;

/** Messages that the club sent, newest first, to one address or all. */
export function useOutbox(to: string) {
  return usePages<typeof listOutbox>(
    ["outbox", to],
    {
      path: "/api/operator/outbox",
      query: {
        limit: PAGE,
        to,
      },
    },
    {
      placeholderData: keepPreviousData,
      // Reading the codes of one phone is logged each time, so it is never repeated automatically.
      refetchInterval: to === "" && OUTBOX_POLL_MS,
      refetchOnWindowFocus: to === "",
    },
  );
}

export type AuditChain = DataOf<typeof verifyAudit>;

/** Recomputes the hash chain of the log. */
export async function checkChain(): Promise<AuditChain> {
  const { data } = await call<typeof verifyAudit>({
    method: "GET",
    path: "/api/operator/audit/verify",
  });
  return data;
}

/** Settings that the club changes while it runs, with their history. */
export function useSettings() {
  return useWhole<typeof listSettings>(["settings"], { path: "/api/operator/settings" });
}

export async function setIdentityRule(rule: IdentityRule): Promise<void> {
  await send<typeof putIdentityRule>(["settings"], {
    method: "PUT",
    path: "/api/operator/identity-rule",
    body: { rule },
  });
}

export function useRegisterRule() {
  return useData<typeof getRegisterRule>(["settings", "register"], {
    path: "/api/operator/register-rule",
  });
}

export async function saveRegisterRule(rule: RegisterRule): Promise<void> {
  await send<typeof setRegisterRule>([["settings"]], {
    method: "PUT",
    path: "/api/operator/register-rule",
    body: rule,
  });
}
