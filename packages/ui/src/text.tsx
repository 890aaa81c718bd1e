import { commonEn, createT, type CommonMessages, type Messages } from "@club/i18n";
import type { AnyTranslate, Language, Translate } from "@club/i18n";
import { createContext, use, type ReactNode } from "react";

const english = createT<CommonMessages>("en", commonEn);

const TextContext = createContext<Translate<CommonMessages>>(english);

/** Gives the language to every component below. `t` says at least the common messages. */
export function TextProvider(props: {
  readonly t: AnyTranslate;
  readonly children: ReactNode;
}): ReactNode {
  return <TextContext value={props.t as Translate<CommonMessages>}>{props.children}</TextContext>;
}

/**
 * The function that says messages. An app names its own catalogue once and exports it:
 * `export const useT = () => useText<PlayerMessages>()`.
 */
export function useText<M extends Messages = CommonMessages>(): Translate<M> {
  return use(TextContext) as unknown as Translate<M>;
}

export function useLanguage(): Language {
  return use(TextContext).language;
}
