import { LANGUAGES, type Language } from "@club/i18n";
import { SelectField, Segmented, Sheet } from "@club/ui";
import type { ReactNode } from "react";
import { useSaveProfile } from "../../api/accounts.ts";
import { setLanguage, useT } from "../../core/lang.ts";
import {
  setTextSize,
  setTheme,
  TEXT_SIZES,
  THEMES,
  useTextSize,
  useTheme,
  type TextSize,
  type Theme,
} from "../../device/theme-choice.ts";
import "./account.css";

/** Language, theme and text size: they change at once. The language is kept at the club too, for its messages. */
export function LookSheet({ onClose }: { readonly onClose: () => void }): ReactNode {
  const t = useT();
  const theme = useTheme();
  const textSize = useTextSize();
  const save = useSaveProfile();
  const choose = (language: Language) => {
    void setLanguage(language);
    save.mutate({ language });
  };
  return (
    <Sheet open onClose={onClose} title={t("account.lookAll")}>
      <div className="form look-form">
        <SelectField
          label={t("account.language")}
          name="language"
          value={t.language}
          options={LANGUAGES.map(({ id, name }) => ({ id, label: name }))}
          onChange={(id) => {
            const chosen = LANGUAGES.find((language) => language.id === id);
            if (chosen !== undefined) choose(chosen.id);
          }}
        />
        <div>
          <b aria-hidden="true">{t("account.theme")}</b>
          <Segmented<Theme>
            label={t("account.theme")}
            value={theme}
            onChange={setTheme}
            options={THEMES.map((id) => ({ id, label: t(`account.theme.${id}`) }))}
          />
        </div>
        <div>
          <b aria-hidden="true">{t("account.textSize")}</b>
          <Segmented<TextSize>
            label={t("account.textSize")}
            value={textSize}
            onChange={setTextSize}
            options={TEXT_SIZES.map((id) => ({ id, label: t(`account.textSize.${id}`) }))}
          />
        </div>
      </div>
    </Sheet>
  );
}
