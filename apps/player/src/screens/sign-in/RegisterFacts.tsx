import type { SignUpField } from "@club/contract";
import { Field, Notice } from "@club/ui";
import type { ReactNode } from "react";
import { useT } from "../../core/lang.ts";
import { BirthField } from "./BirthDay.tsx";
import type { Draft } from "./draft.ts";

/** What the register of excluded people is asked by, where it needs more than a phone. */
export function RegisterFacts(props: {
  readonly draft: Draft;
  readonly asked: readonly SignUpField[];
  readonly onChange: (part: Partial<Draft>) => void;
}): ReactNode {
  const t = useT();
  const { draft, asked, onChange } = props;
  if (asked.length === 0) return null;
  return (
    <>
      <Notice tone="firm" title={t("birth.why")}>
        <p>{t("register.whyFacts")}</p>
      </Notice>
      {asked.includes("full_name") && (
        <Field
          label={t("profile.fullName")}
          name="name"
          value={draft.fullName}
          onChange={(fullName) => onChange({ fullName })}
          autoComplete="name"
          maxLength={100}
          required
        />
      )}
      {asked.includes("date_of_birth") && (
        <BirthField day={draft.birthDay} onChange={(birthDay) => onChange({ birthDay })} />
      )}
      {asked.includes("postcode") && (
        <Field
          label={t("profile.home.postcode")}
          name="postcode"
          value={draft.postcode}
          onChange={(postcode) => onChange({ postcode })}
          autoComplete="postal-code"
          maxLength={20}
          required
        />
      )}
    </>
  );
}
