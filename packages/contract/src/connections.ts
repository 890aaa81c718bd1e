import { z } from "zod";
import { defineCall, id, instant } from "./call.ts";

/** What crosses the club's walls, by kind. */
export const CONNECTION_KINDS = [
  "mail",
  "sms",
  "payment",
  "payout",
  "identity",
  "exclusion",
  "alerts",
] as const;
export type ConnectionKind = (typeof CONNECTION_KINDS)[number];

/** A connection as the console shows it; no secret is in it. */
export const connection = z.object({
  kind: z.enum(CONNECTION_KINDS),
  /** Null: none is set. */
  provider: z.string().nullable(),
  is_on: z.boolean(),
  /** Set by the machine's environment: only on and off can be changed here. */
  is_from_machine: z.boolean(),
  /** The providers that may be chosen, each with its fields. */
  providers: z.array(
    z.object({
      name: z.string(),
      fields: z.array(
        z.object({ name: z.string(), is_secret: z.boolean(), is_required: z.boolean() }),
      ),
    }),
  ),
  /** What is set of the fields that are no secrets. */
  settings: z.record(z.string(), z.string()),
  /** The secrets that are set, by name. */
  secrets_set: z.array(z.string()),
  succeeded_at: instant.nullable(),
  failed_at: instant.nullable(),
  /** Why the last failure: unreachable, timeout, busy, server, refused, unreadable, not_signed_in. */
  failure: z.string().nullable(),
  /** What the provider said of it. */
  said: z.string(),
  succeeded_today: z.int(),
  failed_today: z.int(),
  /** What waits to be sent or asked. */
  waiting: z.int(),
});
export type ConnectionView = z.infer<typeof connection>;

const ofKind = z.object({ kind: id });

export const listConnections = defineCall("GET /api/operator/connections", {
  summary: "What crosses the club's walls, by kind: its provider, whether it is on, how it fares.",
  access: ["owner", "auditor"],
  list: z.array(connection),
});

/** "pending": a second operator agrees first. */
const changed = z.object({
  status: z.enum(["done", "pending"]),
  approval_id: z.string().nullable(),
});

export const setConnection = defineCall("PUT /api/operator/connections/:kind", {
  asksAgain: true,
  summary:
    "Sets a connection's provider. A secret that is left empty stays as it is; none is ever shown again. Not where the machine's environment sets it.",
  access: ["owner"],
  params: ofKind,
  body: z.object({
    provider: z.string().max(40),
    settings: z.record(z.string().max(40), z.string().max(500)),
    secrets: z.record(z.string().max(40), z.string().max(2000)),
  }),
  data: changed,
});

export const switchConnection = defineCall("POST /api/operator/connections/:kind/switch", {
  asksAgain: true,
  summary: "Turns a connection on or off; it needs no restart.",
  access: ["owner"],
  params: ofKind,
  body: z.object({ is_on: z.boolean() }),
  data: changed,
});

export const testConnection = defineCall("POST /api/operator/connections/:kind/test", {
  asksAgain: false,
  summary:
    "Goes through the connection once, really: `to` is the phone or the address of a test message. Refused with the provider's reason.",
  access: ["owner"],
  params: ofKind,
  body: z.object({ to: z.string().max(254).nullish() }),
});
