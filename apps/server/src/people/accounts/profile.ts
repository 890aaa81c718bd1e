import type { Profile, putProfile as call, BodyOf } from "@club/contract";
import { PLAYER_LANGUAGES } from "@club/contract";
import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { askAfterChange } from "../exclusion/ask-register.ts";
import { wantCheckAfterChange } from "../identity-checks/check-identities.ts";
import { lockOpenPlayer } from "../player-lock/lock-player.ts";
import { openHome, sealHome } from "../protection/read-person.ts";
import type { Person } from "../protection/read-person.ts";
import { nameKeyOf, recognisePlayer } from "../protection/recognise-player.ts";
import { forgetIdentity, readProfile, writeProfile } from "./accounts.queries.ts";
import type { ProfileRow } from "./accounts.queries.ts";
import { birthPlace, checkBirth } from "../protection/age.ts";
import { decrypt, encrypt } from "../../core/kit/cipher.ts";
import { wireInstant } from "../../core/http/wire.ts";
import { emailPlace, phonePlace } from "../../tell/messages/tell-player.ts";
import { maskEmail } from "./change-email.ts";
import { maskPhone } from "../../core/kit/phone.ts";

export async function getProfile(ctx: AppContext, playerId: string): Promise<Profile> {
  return toProfile(ctx, await readProfile(ctx.db.browsing, playerId));
}

/**
 * Changes the fields that are sent. A date of birth is accepted once and then stands, even one that
 * is too young: otherwise the player would try a second, older one.
 *
 * @throws profile.birth_date_fixed, request.invalid
 */
export async function putProfile(
  ctx: AppContext,
  playerId: string,
  change: BodyOf<typeof call>,
): Promise<Profile> {
  const after = await withTransaction(ctx.db.browsing, async (tx) => {
    await lockOpenPlayer(tx, playerId);
    const before = await readProfile(tx, playerId, true);
    const birth = await birthChange(ctx, tx, { before, dateOfBirth: change.date_of_birth });
    if (isAnotherName(before.full_name, change.full_name)) await forgetIdentity(tx, playerId);
    await writeProfile(tx, playerId, {
      fullName: change.full_name ?? null,
      language: change.language ?? null,
      homeCipher: homeChange(ctx, before, change),
      ...birth,
    });
    await recognisePlayer(ctx, tx, playerId);
    return toProfile(ctx, await readProfile(tx, playerId));
  });
  const { language: _language, ...person } = change;
  if (Object.keys(person).length > 0) {
    await askAfterChange(ctx, playerId);
    await wantCheckAfterChange(ctx, playerId);
  }
  return after;
}

/** Whoever takes another name is not the one whose identity was checked. */
function isAnotherName(known: string | null, given: string | null | undefined): boolean {
  return known !== null && typeof given === "string" && nameKeyOf(known) !== nameKeyOf(given);
}

/** Puts what somebody of age gave at the sign-up into the new profile. */
export async function fillProfile(
  ctx: AppContext,
  tx: Queryable,
  { playerId, person }: { playerId: string; person: Person },
): Promise<void> {
  const { fullName, dateOfBirth, country, address, postcode } = person;
  const birthCipher =
    dateOfBirth === null ? null : encrypt(ctx.secrets, birthPlace(playerId), dateOfBirth);
  const homeCipher =
    postcode === null ? null : sealHome(ctx, playerId, { country, address, postcode });
  const isAdult = birthCipher !== null;
  if (fullName === null && !isAdult && homeCipher === null) return;
  await writeProfile(tx, playerId, { fullName, birthCipher, isAdult, language: null, homeCipher });
}

/** What changes of where the player lives, sealed with what stays; null: nothing. */
function homeChange(
  ctx: AppContext,
  before: ProfileRow,
  change: BodyOf<typeof call>,
): Buffer | null {
  const { country, address, postcode } = change;
  const given = { country, address, postcode };
  const changed = Object.entries(given).filter(([, value]) => value !== undefined);
  if (changed.length === 0) return null;
  const home = { ...openHome(ctx, before.id, before.home_cipher), ...Object.fromEntries(changed) };
  return sealHome(ctx, before.id, home);
}

async function birthChange(
  ctx: AppContext,
  tx: Queryable,
  asked: { before: ProfileRow; dateOfBirth: string | undefined },
): Promise<{ birthCipher: Buffer | null; isAdult: boolean }> {
  const { before, dateOfBirth } = asked;
  if (dateOfBirth === undefined) return { birthCipher: null, isAdult: false };
  const isAdult = await checkBirth(tx, dateOfBirth);
  const known = birthOf(ctx, before);
  if (known !== null && known !== dateOfBirth) throw new Refusal("profile.birth_date_fixed");
  return {
    birthCipher: known === null ? encrypt(ctx.secrets, birthPlace(before.id), dateOfBirth) : null,
    isAdult,
  };
}

function birthOf(ctx: AppContext, row: ProfileRow): string | null {
  return row.birth_cipher === null
    ? null
    : decrypt(ctx.secrets, birthPlace(row.id), row.birth_cipher);
}

function toProfile(ctx: AppContext, row: ProfileRow): Profile {
  return {
    user_id: row.id,
    user_name: row.user_name,
    full_name: row.full_name,
    date_of_birth: birthOf(ctx, row),
    is_adult: row.is_adult,
    language: PLAYER_LANGUAGES.find((language) => language === row.language) ?? "en",
    ...openHome(ctx, row.id, row.home_cipher),
    phone:
      row.phone_cipher === null
        ? null
        : maskPhone(decrypt(ctx.secrets, phonePlace(row.id), row.phone_cipher)),
    email:
      row.email_cipher === null
        ? null
        : maskEmail(decrypt(ctx.secrets, emailPlace(row.id), row.email_cipher)),
    is_email_proved: row.email_proved_at !== null,
    invite_code: row.invite_code,
    has_bet: row.has_bet,
    created_at: wireInstant(row.created_at),
  };
}
