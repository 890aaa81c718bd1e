import { z } from "zod";
import { defineCall, id, instant, reason } from "./call.ts";
import { exclusionEvidence, identityEvidence } from "./checks-of-people.ts";
import { operatorComplaint } from "./complaints.ts";
import { identityDocument } from "./documents.ts";

/** What the desk keeps about a player beside money and bets. */

const params = z.object({ player_id: id });

export const playerNote = z.object({
  note_id: id,
  text: z.string(),
  operator: z.string(),
  created_at: instant,
});
export type PlayerNote = z.output<typeof playerNote>;

/** What two accounts have in common. */
export const SHARED_KINDS = ["address", "device", "bank_account"] as const;

export const getPlayerFile = defineCall("GET /api/operator/players/:player_id/file", {
  summary:
    "One player: phone, devices, accounts seen together, notes, papers, complaints. The read is in the audit log.",
  access: ["owner", "cashier", "risk", "support", "auditor"],
  params,
  data: z.object({
    player_id: id,
    phone: z.string().nullable(),
    devices: z.array(
      z.object({
        session_id: id,
        device: z.string().nullable(),
        created_at: instant,
        last_action_at: instant,
        ended_at: instant.nullable(),
        end_reason: z.string().nullable(),
      }),
    ),
    seen_with: z.array(
      z.object({ player_id: id, user_name: z.string(), shares: z.array(z.enum(SHARED_KINDS)) }),
    ),
    notes: z.array(playerNote),
    documents: z.array(identityDocument),
    complaints: z.array(operatorComplaint),
    identity_checks: z.array(identityEvidence),
    exclusion_answers: z.array(exclusionEvidence),
  }),
});

export const addPlayerNote = defineCall("POST /api/operator/players/:player_id/notes", {
  asksAgain: false,
  summary:
    "Writes a note about a player. It is never changed, and part of what the player may ask to see.",
  access: ["owner", "cashier", "risk", "support"],
  params,
  body: z.object({ text: z.string().trim().min(1).max(2000) }),
  data: playerNote,
});

export const erasePlayer = defineCall("POST /api/operator/players/:player_id/erase", {
  asksAgain: true,
  summary:
    "Closes an empty account at the player's wish and takes everything of the person off it; the ledger goes on under its number. `user_name` is typed as a guard.",
  access: ["owner"],
  params,
  body: z.object({ user_name: z.string().max(64), reason }),
  data: z.object({ player_id: id }),
});
