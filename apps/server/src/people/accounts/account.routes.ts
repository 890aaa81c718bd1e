import {
  askEmail,
  askPhone,
  changePassword as changePasswordCall,
  chooseMessageKinds,
  closeAccount as closeAccountCall,
  confirmEmail,
  confirmPhone,
  deleteSession,
  getBankCard as getBankCardCall,
  getProfile as getProfileCall,
  getUid,
  heartbeat,
  listMessageKinds,
  listSessions,
  postBankCard,
  putProfile as putProfileCall,
  refreshSession as refreshCall,
  registerPlayer as registerCall,
  resetPassword as resetPasswordCall,
  sendVerification as sendVerificationCall,
  signIn as signInCall,
  signOut,
} from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { register } from "../../core/http/register.ts";
import { knownId } from "../../core/kit/ids.ts";
import { RATES } from "../../core/limits/rate-limit.ts";
import { wireCents, wireInstant } from "../../core/http/wire.ts";
import { notePulse } from "../protection/reality-check.ts";
import { endSession } from "../../identity/sessions/end-sessions.ts";
import { refreshSession } from "../../identity/sessions/refresh-session.ts";
import { listOpenSessions, readPulse } from "./accounts.queries.ts";
import { getBankCard, putBankCard } from "./bank-card.ts";
import { clientOf, registerPlayer } from "./register-player.ts";
import { closeAccount } from "./close-account.ts";
import { askEmailChange, confirmEmailChange } from "./change-email.ts";
import { askPhoneChange, confirmPhoneChange } from "./change-phone.ts";
import { chooseMessages, listChoices } from "./choose-messages.ts";
import { changePassword, resetPassword } from "./passwords.ts";
import { getProfile, putProfile } from "./profile.ts";
import { signIn } from "./sign-in.ts";
import { sendVerification } from "./verification.ts";

const NO_ACTION = { isAction: false };

/** Accounts of players: sign-up, sign-in, sessions, profile. */
export function accountRoutes(app: FastifyInstance, ctx: AppContext): void {
  entranceRoutes(app, ctx);
  sessionRoutes(app, ctx);
  messageRoutes(app, ctx);
  register(app, ctx, getUid, ({ player }) => ({ data: player.id }));
  register(app, ctx, getProfileCall, async ({ player }) => ({
    data: await getProfile(ctx, player.id),
  }));
  register(app, ctx, putProfileCall, async ({ player, body }) => ({
    data: await putProfile(ctx, player.id, body),
  }));
  register(app, ctx, getBankCardCall, async ({ player }) => ({
    data: await getBankCard(ctx, player.id),
  }));
  register(app, ctx, postBankCard, async ({ player, body, request }) => ({
    data: await putBankCard(ctx, player, { form: body, client: clientOf(request) }),
  }));
  register(app, ctx, closeAccountCall, async ({ player, body, request }) => {
    await closeAccount(ctx, player, { password: body.password, client: clientOf(request) });
    return {};
  });
  register(app, ctx, changePasswordCall, async ({ player, body, request }) => ({
    data: await changePassword(ctx, player, { form: body, client: clientOf(request) }),
  }));
}

/** What is called without a session. */
function entranceRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, sendVerificationCall, async ({ body, request }) => ({
    data: await sendVerification(ctx, {
      ...body,
      address: request.ip,
      language: clientOf(request).language,
    }),
  }));
  register(app, ctx, registerCall, async ({ body, request }) => ({
    data: await registerPlayer(ctx, body, clientOf(request)),
  }));
  register(app, ctx, signInCall, async ({ body, request }) => ({
    data: await signIn(ctx, body, clientOf(request)),
  }));
  register(
    app,
    ctx,
    refreshCall,
    async ({ body }) => {
      const session = await refreshSession(ctx, body.refresh_token, "player");
      return { data: { access_token: session.accessToken, refresh_token: session.refreshToken } };
    },
    { rate: RATES.refreshes },
  );
  register(app, ctx, resetPasswordCall, async ({ body }) => {
    await resetPassword(ctx, body);
    return {};
  });
}

function sessionRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, signOut, async ({ player }) => {
    await endSession(ctx.db.browsing, { id: player.sessionId, personId: player.id }, "signout");
    ctx.sessions.forget(player.id);
    return {};
  });
  register(
    app,
    ctx,
    heartbeat,
    async ({ player }) => ({ data: await pulse(ctx, player.sessionId) }),
    NO_ACTION,
  );
  register(app, ctx, listSessions, async ({ player }) => {
    const rows = await listOpenSessions(ctx.db.browsing, player.id);
    const list = rows.map((row) => ({
      session_id: row.id,
      device: row.device,
      created_at: wireInstant(row.created_at),
      last_action_at: wireInstant(row.last_action_at),
      is_current: row.id === player.sessionId,
    }));
    return { list };
  });
  register(app, ctx, deleteSession, async ({ player, params }) => {
    const session = { id: knownId(params.session_id), personId: player.id };
    if (!(await endSession(ctx.db.browsing, session, "deleted"))) throw new Refusal("not_found");
    ctx.sessions.forget(player.id);
    return {};
  });
}

/** Where a player is written to, and of what. */
function messageRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, askEmail, async ({ player, body, request }) => ({
    data: await askEmailChange(ctx, player, { ...body, client: clientOf(request) }),
  }));
  register(app, ctx, confirmEmail, async ({ player, body }) => {
    await confirmEmailChange(ctx, player.id, body);
    return { data: await getProfile(ctx, player.id) };
  });
  register(app, ctx, askPhone, async ({ player, body, request }) => ({
    data: await askPhoneChange(ctx, player, { ...body, client: clientOf(request) }),
  }));
  register(app, ctx, confirmPhone, async ({ player, body }) => {
    await confirmPhoneChange(ctx, player.id, body);
    return { data: await getProfile(ctx, player.id) };
  });
  register(app, ctx, listMessageKinds, async ({ player }) => ({
    list: await listChoices(ctx, player.id),
  }));
  register(app, ctx, chooseMessageKinds, async ({ player, body }) => {
    await chooseMessages(ctx, player.id, body.refused);
    return { list: await listChoices(ctx, player.id) };
  });
}

async function pulse(ctx: AppContext, sessionId: string) {
  const row = await readPulse(ctx.db.browsing, sessionId);
  if (row === null) throw new Refusal("session.expired");
  const notices = await notePulse(ctx.db.browsing, sessionId);
  // Shortage of disk space concerns everybody: the app says so before a bet is tried.
  if (ctx.disk.isShort) notices.push({ key: "club.read_only", params: {} });
  return {
    server_time: wireInstant(row.now),
    session_seconds: row.session_seconds,
    net_result_cents: wireCents(row.net_result_cents),
    net_today_cents: wireCents(row.net_today_cents),
    notices,
  };
}
