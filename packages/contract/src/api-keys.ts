import { z } from "zod";
import { defineCall, id, instant } from "./call.ts";

/** What a key may read; keys never act. */
export const KEY_SCOPES = [
  "races.read",
  "reports.read",
  "ledger.read",
  "money.read",
  "players.read",
  "audit.read",
] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

export const apiKey = z.object({
  key_id: id,
  name: z.string(),
  scopes: z.array(z.enum(KEY_SCOPES)),
  /** Its last letters. */
  hint: z.string(),
  created_by: z.string(),
  created_at: instant,
  expires_at: instant,
  last_used_at: instant.nullable(),
  state: z.enum(["active", "expired", "revoked"]),
});
export type ApiKey = z.output<typeof apiKey>;

export const listApiKeys = defineCall("GET /api/operator/api-keys", {
  summary: "Keys with which programs may read the club, newest first.",
  access: ["owner", "auditor"],
  list: z.array(apiKey),
});

export const createApiKey = defineCall("POST /api/operator/api-keys", {
  asksAgain: true,
  summary:
    "Makes a key, which is sent as the bearer of a call. It is shown this once; only a hash is kept.",
  access: ["owner"],
  body: z.object({
    name: z.string().trim().min(1).max(80),
    scopes: z.array(z.enum(KEY_SCOPES)).min(1).max(KEY_SCOPES.length),
    days: z.int().min(1).max(366),
  }),
  data: apiKey.extend({ key: z.string() }),
});

export const revokeApiKey = defineCall("POST /api/operator/api-keys/:key_id/revoke", {
  asksAgain: false,
  summary: "The key opens nothing any more, at once.",
  access: ["owner"],
  params: z.object({ key_id: id }),
  data: apiKey,
});
