import { z } from "zod";
import { day, defineCall, id, instant, page, pageData, sortedBy } from "./call.ts";
import { AUDIT_KINDS, AUDIT_SORTS } from "./choices.ts";

/* The audit log: a page of it, what it is filtered by, whether it is whole. */

export type AuditKind = (typeof AUDIT_KINDS)[number];

const { sort } = sortedBy(AUDIT_SORTS);

/** Query of GET /api/operator/audit/file. */
export const auditFilter = z.object({
  kind: z.enum(AUDIT_KINDS).optional(),
  action: z.string().max(100).optional(),
  target: z.string().max(200).optional(),
  operator_id: id.optional(),
  from: day.optional(),
  to: day.optional(),
  sort,
});

export const listAudit = defineCall("GET /api/operator/audit", {
  summary:
    "Who did what, newest first unless sorted. `action` is the beginning of an action, `target` an id, `from` and `to` are days in club time. What one operator reads again within ten minutes stands there once. As a file: `/file`.",
  access: ["owner", "auditor"],
  query: page.extend(auditFilter.shape),
  data: pageData,
  list: z.array(
    z.object({
      audit_id: z.string(),
      at: instant,
      operator_id: id.nullable(),
      operator: z.string().nullable(),
      action: z.string(),
      target: z.string().nullable(),
      before: z.unknown(),
      after: z.unknown(),
      reason: z.string().nullable(),
    }),
  ),
});

export const verifyAudit = defineCall("GET /api/operator/audit/verify", {
  summary:
    "Works the chain of the audit log out anew: whether a row was changed, taken away or slipped in.",
  access: ["owner", "auditor"],
  data: z.object({
    /** Rows whose hash is right. */
    linked: z.int(),
    /** Written a moment ago, not yet linked. */
    waiting: z.int(),
    /** The first row that differs from what was linked; null: the log is intact. */
    broken_audit_id: z.string().nullable(),
  }),
});
