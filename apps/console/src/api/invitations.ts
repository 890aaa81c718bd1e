import { defineAct } from "./ask.ts";
import { usePages } from "./read.ts";

const KEY = "invitations";
const PAGE = 50;

/** Who invited whom, newest first, with the rules that hold. */
export const useInvitations = () => usePages([KEY], "/api/operator/invitations", { limit: PAGE });

export const release = defineAct("POST /api/operator/invitations/:invitation_id/release", [KEY]);
export const refuse = defineAct("POST /api/operator/invitations/:invitation_id/refuse", [KEY]);
export const setInviteRules = defineAct("PUT /api/operator/invitations/rules", [KEY]);
