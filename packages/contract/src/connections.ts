import { z } from "zod";
import { instant } from "./call.ts";

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
