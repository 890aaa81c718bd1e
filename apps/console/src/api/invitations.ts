import type { INVITATION_SORTS, Sort } from "@club/contract";
import { keepPreviousData } from "@tanstack/react-query";
import { defineAct } from "./ask.ts";
import { usePages } from "./read.ts";

const KEY = "invitations";
const PAGE = 50;

/** Who invited whom, with the rules that hold. */
export const useInvitations = (sort: Sort<(typeof INVITATION_SORTS)[number]>) =>
  usePages(
    [KEY, sort],
    "/api/operator/invitations",
    { limit: PAGE, sort },
    { placeholderData: keepPreviousData },
  );

export const release = defineAct("POST /api/operator/invitations/:invitation_id/release", [KEY]);
export const refuse = defineAct("POST /api/operator/invitations/:invitation_id/refuse", [KEY]);
export const setInviteRules = defineAct("PUT /api/operator/invitations/rules", [KEY]);
