import { LANGUAGES } from "@club/i18n";
import { Icon } from "@club/ui";
import type { ReactNode } from "react";
import { setLanguage, useT } from "../core/lang.ts";

/** The language by the system's own picker, in the head of the screens before signing in. */
export function LanguageButton(): ReactNode {
  const t = useT();
  return (
    <label className="head-language">
      <Icon name="translate" />
      <span className="hidden-text">{t("account.language")}</span>
      <select
        value={t.language}
        onChange={(event) => {
          const chosen = LANGUAGES.find(({ id }) => id === event.target.value);
          if (chosen !== undefined) void setLanguage(chosen.id);
        }}
      >
        {LANGUAGES.map(({ id, name }) => (
          <option key={id} value={id} lang={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
