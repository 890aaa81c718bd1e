import { z } from "zod";
import { SIGN_UP_FIELDS } from "./accounts.ts";
import { defineCall, id, instant } from "./call.ts";

const value = z.union([z.string(), z.number(), z.boolean()]);
const values = z.record(z.string(), value);
export type SettingValues = z.infer<typeof values>;

export const settingField = z.object({
  name: z.string(),
  kind: z.enum(["text", "whole", "cents", "toggle", "choice", "colour", "picture"]),
  /** Of a number; `most` also of a text's length. */
  least: z.number().nullable(),
  most: z.number().nullable(),
  choices: z.array(z.string()),
  value,
  /** What holds until it is set here: the machine's own value, or what ships. */
  fallback: value,
});
export type SettingField = z.infer<typeof settingField>;

/** What is set together, as it holds now. */
export const settingGroup = z.object({
  group: z.string(),
  is_money: z.boolean(),
  /** 0: never set here. A change names the version that it was made from. */
  version: z.int(),
  changed_by: z.string().nullable(),
  changed_at: instant.nullable(),
  /** A change that waits for a second operator. */
  waiting_id: z.string().nullable(),
  fields: z.array(settingField),
});
export type SettingGroupView = z.infer<typeof settingGroup>;

const ofGroup = z.object({ group: id });

export const listClubSettings = defineCall("GET /api/operator/club-settings", {
  summary: "What a keeper changes in the running club, group by group, as it holds now.",
  access: ["owner", "auditor"],
  list: z.array(settingGroup),
});

export const listSettingVersions = defineCall("GET /api/operator/club-settings/:group/versions", {
  summary: "Every version of a group, the newest first: who set which values, from when on.",
  access: ["owner", "auditor"],
  params: ofGroup,
  list: z.array(
    z.object({
      version: z.int(),
      values,
      changed_by: z.string().nullable(),
      changed_at: instant,
    }),
  ),
});

const LOGO_LIMIT = 100_000;

export const setClubSettings = defineCall("PUT /api/operator/club-settings/:group", {
  asksAgain: true,
  summary:
    "Sets the values of a group; those that are left out stay. It holds in every process from the next call on. Money waits for a second operator where four eyes are on.",
  access: ["owner"],
  bodyLimitBytes: LOGO_LIMIT,
  params: ofGroup,
  body: z.object({ version: z.int().min(0), values }),
  data: z.object({ status: z.enum(["done", "pending"]), approval_id: z.string().nullable() }),
});

export const getClubFace = defineCall("GET /api/club", {
  summary: "The club as everybody sees it: its name, where help is, its colours and its logo.",
  access: "public",
  data: z.object({
    name: z.string(),
    help_phone: z.string(),
    help_mail: z.string(),
    helpline_phone: z.string(),
    helpline_text: z.string(),
    colour_light: z.string(),
    colour_dark: z.string(),
    colour_header: z.string(),
    /** null: the mark that ships. */
    logo_url: z.string().nullable(),
    /** Where a demo shows the codes that it sent; null: this is no demo. */
    demo_phone_url: z.string().nullable().default(null),
    /** Whose days the club counts in: "Pacific/Auckland". */
    time_zone: z.string(),
    /** What a sign-up must give beside a phone, for the register of excluded people; left out: nothing. */
    sign_up_fields: z.array(z.enum(SIGN_UP_FIELDS)).optional(),
  }),
});
