import type { Language } from "./language.ts";
import { countFormat } from "./format/number.ts";

/** A catalogue: dotted keys to texts. `{name}` in a text is a placeholder. */
export type Messages = Readonly<Record<string, string>>;

/** The same keys in another language. */
export type Translation<M extends Messages> = { readonly [K in keyof M]: string };

/** Fills a placeholder. A number is written in the language's style: 1204 becomes "1,204". */
export type Param = string | number | bigint;

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

type PluralBase<M extends Messages> = {
  [K in keyof M & string]: K extends `${infer Base}.other` ? Base : never;
}[keyof M & string];

/** A key of the catalogue, or the base of a pair `base.one`, `base.other`. */
export type KeyOf<M extends Messages> = (keyof M & string) | PluralBase<M>;

type TextOf<M extends Messages, K extends string> = K extends keyof M
  ? M[K]
  : `${K}.other` extends keyof M
    ? M[`${K}.other`]
    : never;

type PluralParams<M extends Messages, K extends string> = K extends keyof M
  ? unknown
  : { readonly n: number };

type Args<M extends Messages, K extends string> = [NamesIn<TextOf<M, K>>] extends [never]
  ? K extends keyof M
    ? []
    : [params: { readonly n: number }]
  : [params: { readonly [Name in NamesIn<TextOf<M, K>>]: Param } & PluralParams<M, K>];

/** Makes the text of a message. The names of the parameters come from the English text. */
export interface Translate<M extends Messages> {
  <K extends KeyOf<M>>(key: K, ...args: Args<M, K>): string;
  readonly language: Language;
  /** For keys from outside (a code of the server): the text, or undefined. */
  readonly find: (key: string, params?: Readonly<Record<string, unknown>>) => string | undefined;
}

/** The `t` of any catalogue, for code that looks up codes from outside. */
export type AnyTranslate = Pick<Translate<Messages>, "language" | "find">;

/**
 * Makes the function that gives messages in one language.
 *
 * @param messages - the catalogue in that language; the type comes from the English one.
 */
export function createT<M extends Messages>(
  language: Language,
  messages: Translation<M>,
): Translate<M> {
  const texts: Messages = messages;
  const plurals = new Intl.PluralRules(language);
  const textOf = (key: string, n: unknown) => {
    const form = typeof n === "number" ? plurals.select(n) : "other";
    return texts[key] ?? texts[`${key}.${form}`] ?? texts[`${key}.other`];
  };
  const find = (key: string, params: Readonly<Record<string, unknown>> = {}) => {
    const text = textOf(key, params["n"]);
    return text === undefined ? undefined : fill(text, params, language);
  };
  const translate = (key: string, params?: Readonly<Record<string, unknown>>) =>
    find(key, params) ?? key;
  return Object.assign(translate, { language, find }) as Translate<M>;
}

function fill(text: string, params: Readonly<Record<string, unknown>>, language: Language): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name];
    if (typeof value === "number" || typeof value === "bigint") {
      return countFormat(language).format(value);
    }
    return typeof value === "string" ? value : whole;
  });
}

/** The names of a text's placeholders, sorted. Tests compare them across languages. */
export function placeholdersOf(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "").sort();
}
