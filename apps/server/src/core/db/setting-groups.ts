import { z } from "zod";
import type { Queryable } from "./connect.ts";
import { readSetting } from "./club-setting.ts";
import type { Settings } from "../settings/settings.ts";

declare module "../context.ts" {
  interface AppContext {
    /** What a keeper changes in a running club, in the order of the console's page. */
    readonly settingGroups: readonly SettingGroup[];
  }
}

export type FieldKind = "text" | "whole" | "cents" | "toggle" | "choice" | "colour" | "picture";

/** One thing that a keeper sets; its text is `clubSetting.field.NAME`. */
export interface SettingField<T> {
  readonly kind: FieldKind;
  readonly schema: z.ZodType<T>;
  readonly fallback: T;
  /** The variable of the machine's environment whose value holds until the console says otherwise. */
  readonly env?: keyof Settings;
  readonly least?: number;
  readonly most?: number;
  readonly choices?: readonly string[];
}

export type SettingFields = Readonly<Record<string, SettingField<unknown>>>;

/**
 * What is set together and has its versions together: one row name of the table `setting`. What
 * concerns money waits for a second operator where four eyes are on.
 */
export interface SettingGroup<Fields extends SettingFields = SettingFields> {
  readonly name: string;
  readonly isMoney: boolean;
  readonly fields: Fields;
  /** Fields that must fit each other. @throws a refusal that names the field */
  readonly check?: (values: ValuesOf<Fields>) => void;
}

export type ValuesOf<Fields extends SettingFields> = {
  [Name in keyof Fields]: Fields[Name] extends SettingField<infer T> ? T : never;
};

/** Its values are typed within; the list of groups does not see the types. */
export function defineSettings<Fields extends SettingFields>(
  group: SettingGroup<Fields>,
): SettingGroup<Fields> {
  return group;
}

/** What holds now. One row by its key, read anew each time: a change holds in every process at once. */
export async function readGroup<Fields extends SettingFields>(
  db: Queryable,
  group: SettingGroup<Fields>,
  settings?: Settings,
): Promise<ValuesOf<Fields>> {
  return valuesOf(group, await readSetting(db, group.name), settings);
}

/** A stored value that is missing, or that this release does not take, counts as not set. */
export function valuesOf<Fields extends SettingFields>(
  group: SettingGroup<Fields>,
  stored: unknown,
  settings?: Settings,
): ValuesOf<Fields> {
  const given = z.record(z.string(), z.unknown()).safeParse(stored).data ?? {};
  const values = Object.entries(group.fields).map(([name, field]) => {
    const read = field.schema.safeParse(given[name]);
    return [name, read.success ? read.data : fallbackOf(field, settings)];
  });
  return Object.fromEntries(values) as ValuesOf<Fields>;
}

export function fallbackOf<T>({ env, fallback }: SettingField<T>, settings?: Settings): T {
  const ofMachine = env === undefined ? undefined : settings?.[env];
  return (ofMachine as T | undefined) ?? fallback;
}

export function textField(most: number, more: { env?: keyof Settings; least?: number } = {}) {
  const { least = 0 } = more;
  const schema = z
    .string()
    .trim()
    .min(least)
    .max(most)
    .regex(/^[^\p{Cc}<>]*$/u);
  return { kind: "text", schema, fallback: "", most, ...more } satisfies SettingField<string>;
}

export function numberField(
  kind: "whole" | "cents",
  bounds: { least: number; most: number; fallback: number },
) {
  const { least, most } = bounds;
  const schema = z.int().min(least).max(most);
  return { kind, schema, ...bounds } satisfies SettingField<number>;
}

export function toggleField(fallback: boolean, env?: keyof Settings): SettingField<boolean> {
  return { kind: "toggle", schema: z.boolean(), fallback, ...(env && { env }) };
}

export function choiceField<const T extends string>(
  choices: readonly T[],
  fallback: NoInfer<T>,
): SettingField<T> {
  return { kind: "choice", schema: z.enum(choices) as unknown as z.ZodType<T>, fallback, choices };
}
