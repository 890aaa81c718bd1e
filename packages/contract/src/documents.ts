import { z } from "zod";
import { defineCall, id, instant, page, pageData, reason, sortedBy } from "./call.ts";
import { DOCUMENT_SORTS } from "./choices.ts";

export const DOCUMENT_KINDS = [
  "passport",
  "identity_card",
  "driving_licence",
  "proof_of_address",
] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];
export const DOCUMENT_STATUSES = ["waiting", "accepted", "refused"] as const;

/** The picture and its multipart form. */
const PICTURE_BYTES = 5 * 1024 * 1024 + 16 * 1024;

export const identityDocument = z.object({
  document_id: id,
  kind: z.enum(DOCUMENT_KINDS),
  status: z.enum(DOCUMENT_STATUSES),
  reason: z.string().nullable(),
  created_at: instant,
  decided_at: instant.nullable(),
});
export type IdentityDocument = z.output<typeof identityDocument>;

export const addDocument = defineCall("POST /api/user/documents", {
  summary:
    "A picture of a paper as one file of a `multipart/form-data` body: JPEG, PNG or WebP, 5 MiB at most, four waiting at once. It is written anew before it is kept.",
  access: "player",
  query: z.object({ kind: z.enum(DOCUMENT_KINDS) }),
  data: identityDocument,
  bodyLimitBytes: PICTURE_BYTES,
});

export const listDocuments = defineCall("GET /api/user/documents", {
  summary: "The papers that the player sent, newest first, and what became of them.",
  access: "player",
  data: z.object({ identity_checked_at: instant.nullable() }),
  list: z.array(identityDocument),
});

// ------------------------------------------------------------------ operators

export const operatorDocument = identityDocument.extend({
  player_id: id,
  user_name: z.string(),
  full_name: z.string().nullable(),
  /** As the player gave it; null: not given. */
  date_of_birth: z.string().nullable(),
  decided_by: z.string().nullable(),
});
export type OperatorDocument = z.output<typeof operatorDocument>;

/** What stood beside the paper. */
const shownPerson = operatorDocument.pick({ full_name: true, date_of_birth: true });
export type ShownPerson = z.output<typeof shownPerson>;

const documentParams = z.object({ document_id: id });
const CHECKERS = ["owner", "risk", "support"] as const;

export const listOperatorDocuments = defineCall("GET /api/operator/documents", {
  summary: "Papers to look at, oldest first, or those that were decided, newest first; or sorted.",
  access: [...CHECKERS, "auditor"],
  query: page.extend({
    status: z.enum(["waiting", "decided"]).default("waiting"),
    ...sortedBy(DOCUMENT_SORTS),
  }),
  data: pageData,
  list: z.array(operatorDocument),
});

export const acceptDocument = defineCall("POST /api/operator/documents/:document_id/accept", {
  asksAgain: false,
  summary:
    "The paper shows who the player is: the identity counts as checked. A proof of address alone does not show it. With `shown`, it is refused where the player has changed the name or date of birth since (`document.stale`).",
  access: CHECKERS,
  params: documentParams,
  body: z.object({ shown: shownPerson.optional() }).nullish(),
  data: operatorDocument,
});

export const refuseDocument = defineCall("POST /api/operator/documents/:document_id/refuse", {
  asksAgain: false,
  summary: "The paper does not do; the player reads the reason and may send another.",
  access: CHECKERS,
  params: documentParams,
  body: z.object({ reason }),
  data: operatorDocument,
});
