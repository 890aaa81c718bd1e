import type { AnyTranslate, CommonMessages, Language, Messages, Translate } from "@club/i18n";
import { createContext, use, type ReactNode } from "react";

/** No language by default: it would put every common text into the first page. */
const TextContext = createContext<Translate<CommonMessages> | null>(null);

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
  return useText().language;
}
