import type {
  DataOf,
  listAudit,
  ListItemOf,
  listOutbox,
  previewMessages,
  verifyAudit,
  QueryInputOf,
  QueryOf,
} from "@club/contract";
import { keepPreviousData } from "@tanstack/react-query";
import { defineAct } from "./ask.ts";
import { read, useData, useList, useWhole, usePages } from "./read.ts";

const PAGE = 50;

export type AuditLine = ListItemOf<typeof listAudit>;
export type Message = ListItemOf<typeof listOutbox>;

export type AuditFilter = QueryInputOf<typeof listAudit>;

/** Who did what; `target` is an id, `action` the beginning of an action. */
export const useAudit = (filter: AuditFilter) =>
  usePages(
    ["audit", filter],
    "/api/operator/audit",
    { limit: PAGE, ...filter },
    { placeholderData: keepPreviousData },
  );

const OUTBOX_POLL_MS = 10_000;

/** Messages that the club sent, newest first, to one address or all. */
export const useOutbox = (to: string) =>
  usePages(
    ["outbox", to],
    "/api/operator/outbox",
    { limit: PAGE, to },
    {
      placeholderData: keepPreviousData,
      // Reading the codes of one phone is logged each time, so it is never repeated automatically.
      refetchInterval: to === "" && OUTBOX_POLL_MS,
      refetchOnWindowFocus: to === "",
    },
  );

export type MessagePreview = ListItemOf<typeof previewMessages>;

/** Every message as it reads in a language. */
export const useMessagePreviews = (language: QueryOf<typeof previewMessages>["language"]) =>
  useList(["messages", language], "/api/operator/messages", { language });

export type AuditChain = DataOf<typeof verifyAudit>;

/** Recomputes the hash chain of the log. */
export const checkChain = async (): Promise<AuditChain> =>
  (await read("/api/operator/audit/verify", {})).data;

/** Settings that the club changes while it runs, with their history. */
export const useSettings = () => useWhole(["settings"], "/api/operator/settings");
export const setIdentityRule = defineAct("PUT /api/operator/identity-rule", ["settings"]);

export const useRegisterRule = () =>
  useData(["settings", "register"], "/api/operator/register-rule");
export const saveRegisterRule = defineAct("PUT /api/operator/register-rule", [["settings"]]);
