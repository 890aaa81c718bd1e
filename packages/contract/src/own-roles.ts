import { z } from "zod";
import { defineCall, id, instant, reason, ROLES } from "./call.ts";

/* Roles of the club's own: each names calls that a built-in role other than the owner may make. */

const ownRole = z.object({
  role_id: id,
  name: z.string(),
  description: z.string(),
  /** Method and path each, with the reads that came along. */
  calls: z.array(z.string()),
  /** Whether it changes anything, so that whoever has it needs a second factor. */
  needs_factor: z.boolean(),
  /** Who has it, by name. */
  operators: z.array(z.string()),
  changed_at: instant,
});
export type OwnRole = z.output<typeof ownRole>;

const permission = z.object({
  /** Method and path. */
  name: z.string(),
  summary: z.string(),
  /** Built-in roles that may make it, beside the owner. */
  roles: z.array(z.enum(ROLES)),
  /** The read without which it cannot be used: it comes along. */
  brings: z.string().nullable(),
});
export type Permission = z.output<typeof permission>;

export const listOwnRoles = defineCall("GET /api/operator/roles", {
  summary: "Roles of the club's own, who has them, and the permissions that one can be made of.",
  access: ["owner", "auditor"],
  data: z.object({ permissions: z.array(permission) }),
  list: z.array(ownRole),
});

const body = z.object({
  name: z.string().trim().min(1).max(40),
  description: z.string().trim().max(500),
  calls: z.array(z.string().max(200)).min(1).max(500),
  reason,
});
const ofRole = z.object({ role_id: id });

export const createOwnRole = defineCall("POST /api/operator/roles", {
  asksAgain: true,
  summary:
    "Makes a role of the club's own. Calls of the owner alone, and decisions on what others asked for, cannot be in it; the nearest read above each call comes along.",
  access: ["owner"],
  body,
  data: ownRole,
});

export const changeOwnRole = defineCall("PUT /api/operator/roles/:role_id", {
  asksAgain: true,
  summary: "Changes a role of the club's own, within two seconds for those who are signed in too.",
  access: ["owner"],
  params: ofRole,
  body,
  data: ownRole,
});

export const deleteOwnRole = defineCall("DELETE /api/operator/roles/:role_id", {
  asksAgain: true,
  summary: "Deletes a role of the club's own that no operator has, closed ones included.",
  access: ["owner"],
  params: ofRole,
});
