import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { decrypt, encrypt } from "../../core/kit/cipher.ts";
import type { Place } from "../../core/kit/cipher.ts";
import { emailPlace, phonePlace } from "../../tell/messages/tell-player.ts";
import { birthPlace } from "./age.ts";

/** Where a player lives, as the player said. */
export interface Home {
  readonly country: string | null;
  readonly address: string | null;
  readonly postcode: string | null;
}

/** What the club knows of who a player is; null: not said. */
export interface Person extends Home {
  readonly fullName: string | null;
  readonly dateOfBirth: string | null;
  readonly email: string | null;
  readonly phone: string | null;
}

const NOWHERE: Home = { country: null, address: null, postcode: null };

export const NOBODY: Person = {
  ...NOWHERE,
  fullName: null,
  dateOfBirth: null,
  email: null,
  phone: null,
};

function homePlace(playerId: string): Place {
  return { table: "player", column: "home_cipher", id: playerId };
}

export function sealHome(ctx: Pick<AppContext, "secrets">, playerId: string, home: Home): Buffer {
  return encrypt(ctx.secrets, homePlace(playerId), JSON.stringify(home));
}

export function openHome(
  ctx: Pick<AppContext, "secrets">,
  playerId: string,
  sealed: Buffer | null,
): Home {
  if (sealed === null) return NOWHERE;
  const home = JSON.parse(decrypt(ctx.secrets, homePlace(playerId), sealed)) as Partial<Home>;
  return { ...NOWHERE, ...home };
}

interface PersonRow extends Record<string, unknown> {
  full_name: string | null;
  birth_cipher: Buffer | null;
  phone_cipher: Buffer | null;
  home_cipher: Buffer | null;
  email_cipher: Buffer | null;
}

/** Who a player is, for those that the law has the club ask. Served by the primary key. */
export async function readPerson(
  ctx: Pick<AppContext, "secrets">,
  db: Queryable,
  playerId: string,
): Promise<Person> {
  const { rows } = await db.query<PersonRow>(
    "SELECT full_name, birth_cipher, phone_cipher, home_cipher, email_cipher FROM player WHERE id = $1",
    [playerId],
  );
  const [row] = rows;
  if (row === undefined) return NOBODY;
  const opened = (place: Place, sealed: Buffer | null): string | null =>
    sealed === null ? null : decrypt(ctx.secrets, place, sealed);
  return {
    ...openHome(ctx, playerId, row.home_cipher),
    fullName: row.full_name,
    dateOfBirth: opened(birthPlace(playerId), row.birth_cipher),
    email: opened(emailPlace(playerId), row.email_cipher),
    phone: opened(phonePlace(playerId), row.phone_cipher),
  };
}
