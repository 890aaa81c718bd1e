import { LANGUAGES, type Language } from "@club/i18n";
import { SelectField, Segmented, Sheet } from "@club/ui";
import type { ReactNode } from "react";
import { useSaveProfile } from "../../api/accounts.ts";
import { setLanguage, useT } from "../../lang.ts";
import { setTheme, THEMES, useTheme, type Theme } from "../../theme.ts";

/** Language and theme: they change at once. The language is kept at the club too, for its messages. */
export function LookSheet(props: {
  readonly open: boolean;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const theme = useTheme();
  const save = useSaveProfile();
  const choose = (language: Language) => {
    void setLanguage(language);
    save.mutate({ language });
  };
  return (
    <Sheet open={props.open} onClose={props.onClose} title={t("account.look")}>
      <div className="form">
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
          <Segmented<Theme>
            label={t("account.theme")}
            value={theme}
            onChange={setTheme}
            options={THEMES.map((id) => ({ id, label: t(`account.theme.${id}`) }))}
          />
        </div>
      </div>
    </Sheet>
  );
}
