import type { BodyOf, SignedIn, registerPlayer as call } from "@club/contract";
import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import { noteDevice } from "./note-device.ts";
import { admitNewcomer, requireFacts } from "../exclusion/ask-register.ts";
import { checkBirth } from "../protection/age.ts";
import { NOBODY } from "../protection/read-person.ts";
import type { Person } from "../protection/read-person.ts";
import { recognisePlayer } from "../protection/recognise-player.ts";
import { openSession, toSignedIn } from "../../identity/sessions/open-session.ts";
import { createPlayer, findInviter } from "./create-player.ts";
import { fillProfile } from "./profile.ts";
import { checkPassword } from "../../identity/passwords/password-rules.ts";
import { hashPassword } from "../../identity/passwords/password.ts";
import { parseUserName } from "../../identity/passwords/user-name.ts";
import { checkCode, emailOf, useCode } from "./verification.ts";
import type { FastifyRequest } from "fastify";
import { languageOf } from "../../core/http/envelope.ts";

/** What an account needs to know about where a request came from. */
export interface Client {
  address: string;
  device: string | undefined;
  language: string;
}

/**
 * Makes an account for a verified phone and signs in. Whether a user name, phone or invite code is
 * known shows only after a right code (promise S13), and so does who is in the register of excluded
 * people.
 *
 * @throws request.invalid, password.weak, profile.under_age, profile.name_needed,
 *   verification.refused, invite.unknown, user_name.taken, phone.taken, club.busy, player.excluded,
 *   exclusion.unanswered
 */
export async function registerPlayer(
  ctx: AppContext,
  form: BodyOf<typeof call>,
  client: Client,
): Promise<SignedIn> {
  const userName = parseUserName(form.user_name);
  checkPassword(form.password, { userName, clubName: ctx.settings.clubName });
  const given = givenIn(form);
  await requireOfAge(ctx, given);
  await requireFacts(ctx, given);
  const code = await checkCode(ctx, form, { purpose: "register" });
  const invitedBy = await findInviter(ctx.db.browsing, form.invite_code ?? "");
  const keepAnswer = await admitNewcomer(ctx, { ...given, phone: code.phone });
  const passwordHash = await hashPassword(form.password);
  const { playerId, tokens } = await withTransaction(ctx.db.browsing, async (tx) => {
    await useCode(tx, code);
    const playerId = await createPlayer(ctx, tx, {
      userName,
      passwordHash,
      phone: code.phone,
      email: await emailOf(ctx, tx, { email: form.email, verificationId: code.verificationId }),
      invitedBy,
      language: client.language,
    });
    await fillProfile(ctx, tx, { playerId, person: given });
    await keepAnswer(tx, playerId);
    await recognisePlayer(ctx, tx, playerId);
    await noteDevice(ctx, tx, { playerId, address: client.address, device: client.device });
    return { playerId, tokens: await openSession(tx, { playerId }, client.device) };
  });
  return toSignedIn({ id: playerId, user_name: userName }, tokens);
}

/** What somebody who signs up says of themselves. */
function givenIn(form: BodyOf<typeof call>): Person {
  return {
    ...NOBODY,
    fullName: form.full_name ?? null,
    dateOfBirth: form.date_of_birth ?? null,
    email: form.email ?? null,
    postcode: form.postcode ?? null,
  };
}

/** @throws request.invalid, profile.under_age */
async function requireOfAge(ctx: AppContext, { dateOfBirth }: Person): Promise<void> {
  if (dateOfBirth === null) return;
  if (!(await checkBirth(ctx.db.browsing, dateOfBirth))) throw new Refusal("profile.under_age");
}

/** Where a request comes from. */
export function clientOf(request: FastifyRequest): Client {
  return {
    address: request.ip,
    device: request.headers["user-agent"],
    language: languageOf(request.headers["accept-language"]),
  };
}
