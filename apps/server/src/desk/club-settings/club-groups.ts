import { Refusal } from "@club/domain";
import { z } from "zod";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { contrastOf, mixOf } from "../../core/kit/contrast.ts";
import { defineSettings, readGroup, textField } from "../../core/db/setting-groups.ts";
import type { SettingField } from "../../core/db/setting-groups.ts";

const NAME_LENGTH = 60;
const PHONE_LENGTH = 40;
const MAIL_LENGTH = 254;
const TEXT_LENGTH = 300;
const LOGO_LENGTH = 70_000;

/** Who the club is, and where a player finds help. */
export const CLUB = defineSettings({
  name: "club",
  isMoney: false,
  fields: {
    name: textField(NAME_LENGTH, { env: "clubName", least: 1 }),
    help_phone: textField(PHONE_LENGTH),
    help_mail: {
      ...textField(MAIL_LENGTH),
      schema: z
        .string()
        .max(MAIL_LENGTH)
        .regex(/^([^\s@<>?&]+@[^\s@<>?&]+)?$/),
    },
    helpline_phone: textField(PHONE_LENGTH),
    helpline_text: textField(TEXT_LENGTH),
  },
});

/** The club's name as it is now. */
export async function clubNameOf(
  ctx: Pick<AppContext, "settings">,
  db: Queryable,
): Promise<string> {
  return (await readGroup(db, CLUB, ctx.settings)).name;
}

/** The settings with the club's name as it is now. */
export async function withClubName(
  { settings }: Pick<AppContext, "settings">,
  db: Queryable,
): Promise<Pick<AppContext, "settings">> {
  return { settings: { ...settings, clubName: await clubNameOf({ settings }, db) } };
}

const colour = (fallback: string): SettingField<string> => ({
  kind: "colour",
  schema: z.string().regex(/^#[0-9a-f]{6}$/),
  fallback,
});

/** Least contrast of text that WCAG calls AA. */
const LEAST_CONTRAST = 4.5;
/** How much of the colour is in the ground of a tag or of a selected row. */
const TINT = { light: 0.12, dark: 0.16 };

/**
 * What each colour meets in the apps (packages/ui/src/tokens.css): grounds that it is written on,
 * and texts that are written on it.
 */
const MEETS = {
  colour_light: (own: string) => ["#ffffff", "#eef1ef", mixOf(own, TINT.light, "#ffffff")],
  colour_dark: (own: string) => ["#04150e", "#141d19", "#1b2621", mixOf(own, TINT.dark, "#141d19")],
  colour_header: () => ["#ffffff", "#b9d2c7"],
} as const;

/** The club's colours and its logo, a PNG as `data:` address; "": the mark that ships. */
export const LOOK = defineSettings({
  name: "look",
  isMoney: false,
  fields: {
    colour_light: colour("#0d5b41"),
    colour_dark: colour("#55c793"),
    colour_header: colour("#0d3b2e"),
    logo: {
      kind: "picture",
      schema: z
        .string()
        .max(LOGO_LENGTH)
        .regex(/^(data:image\/png;base64,[A-Za-z0-9+/]+=*)?$/),
      fallback: "",
    } as SettingField<string>,
  },
  check: (values) => {
    for (const field of Object.keys(MEETS) as (keyof typeof MEETS)[]) {
      const own = values[field];
      if (MEETS[field](own).some((other) => contrastOf(own, other) < LEAST_CONTRAST)) {
        throw new Refusal("setting.contrast", { field });
      }
    }
  },
});

const DATA = "data:image/png;base64,";

/** The club's own logo, a PNG; null: none is set. */
export async function readLogo(db: Queryable): Promise<Buffer | null> {
  return pictureOf((await readGroup(db, LOOK)).logo);
}

function pictureOf(logo: string): Buffer | null {
  return logo === "" ? null : Buffer.from(logo.slice(DATA.length), "base64");
}

/** What stands at the head of the club's papers. */
export async function readLetterhead(
  ctx: Pick<AppContext, "settings">,
  db: Queryable,
): Promise<{ club: string; ground: string; logo: Buffer | null }> {
  const { colour_header: ground, logo } = await readGroup(db, LOOK);
  return { club: await clubNameOf(ctx, db), ground, logo: pictureOf(logo) };
}
