import type { DataOf, getPlayerFile, PlayerNote } from "@club/contract";
import { assert, Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import { eraseAccount } from "../accounts/close-account.ts";
import { decrypt } from "../../core/kit/cipher.ts";
import { complaintsOfPlayer } from "../complaints/decide-complaint.ts";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import { documentsOfPlayer } from "../documents/decide-document.ts";
import { exclusionEvidence } from "../exclusion/ask-register.ts";
import { identityEvidence } from "../identity-checks/evidence-of-player.ts";
import { newId } from "../../core/kit/ids.ts";
import { wireInstant } from "../../core/http/wire.ts";
import { audit } from "../../desk/operators/audit.ts";
import {
  insertNote,
  listDevices,
  listNotes,
  listSeenWith,
  openToken,
  readPhone,
} from "./player-file.queries.ts";
import type { NoteRow } from "./player-file.queries.ts";
import { readPlayer } from "./players.queries.ts";

type PlayerFile = DataOf<typeof getPlayerFile>;

interface Desk {
  readonly operator: { readonly id: string };
  readonly request: FastifyRequest;
}

/** Everything besides money and bets. @throws not_found */
export async function readPlayerFile(ctx: AppContext, playerId: string): Promise<PlayerFile> {
  const db = ctx.db.operators;
  if ((await readPlayer(db, playerId)) === null) throw new Refusal("not_found");
  const sealed = await readPhone(db, playerId);
  const place = { table: "player", column: "phone_cipher", id: playerId };
  return {
    player_id: playerId,
    phone: sealed === null ? null : decrypt(ctx.secrets, place, sealed),
    devices: (await listDevices(db, playerId)).map((row) => ({
      session_id: row.id,
      device: row.device,
      created_at: wireInstant(row.created_at),
      last_action_at: wireInstant(row.last_action_at),
      ended_at: wireInstant(row.ended_at),
      end_reason: row.end_reason,
    })),
    seen_with: (await listSeenWith(db, playerId)).map((row) => ({
      player_id: row.id,
      user_name: row.user_name,
      shares: row.shares,
    })),
    notes: (await listNotes(db, playerId)).map(toNote),
    documents: await documentsOfPlayer(db, playerId),
    complaints: await complaintsOfPlayer(db, playerId),
    identity_checks: await identityEvidence(db, playerId),
    exclusion_answers: await exclusionEvidence(db, playerId),
  };
}

/** Writes a note, which cannot be changed afterwards. @throws not_found */
export async function addNote(
  ctx: AppContext,
  asked: Desk & { playerId: string; text: string },
): Promise<PlayerNote> {
  const { playerId, text, operator, request } = asked;
  const id = newId();
  return await withTransaction(ctx.db.operators, async (tx) => {
    const player = await readPlayer(tx, playerId);
    if (player === null || player.status === "closed") throw new Refusal("not_found");
    await insertNote(tx, { id, playerId, operatorId: operator.id, text });
    await audit(tx, {
      action: "player.note",
      operator,
      request,
      target: playerId,
      after: { note_id: id },
    });
    const note = await openToken(tx, id);
    assert(note !== null, "a note that was just written is there");
    return toNote(note);
  });
}

/**
 * Closes and erases an account at the player's request. The operator types the name, so that the
 * account in the next row is not erased by mistake.
 *
 * @throws not_found, request.invalid for another name, account.not_empty
 */
export async function erasePlayer(
  ctx: AppContext,
  asked: Desk & { playerId: string; userName: string; reason: string },
): Promise<void> {
  const { playerId, operator, request } = asked;
  await withTransaction(ctx.db.operators, async (tx) => {
    const player = await readPlayer(tx, playerId);
    if (player === null || player.status === "closed") throw new Refusal("not_found");
    if (player.user_name !== asked.userName.trim()) {
      throw new Refusal("request.invalid", { field: "user_name" });
    }
    await eraseAccount(ctx, tx, playerId);
    await audit(tx, {
      action: "player.erase",
      operator,
      request,
      target: playerId,
      before: { status: player.status },
      after: { status: "closed" },
      reason: asked.reason,
    });
  });
  ctx.sessions.forget(playerId);
}

function toNote(row: NoteRow): PlayerNote {
  return {
    note_id: row.id,
    text: row.text,
    operator: row.operator,
    created_at: wireInstant(row.created_at),
  };
}
