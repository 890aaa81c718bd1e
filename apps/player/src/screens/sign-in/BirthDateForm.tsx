import { Button, Notice } from "@club/ui";
import { useState, type FormEvent, type ReactNode } from "react";
import { signOutNow, useSaveProfile } from "../../api/accounts.ts";
import { go } from "../../core/address.ts";
import { useT } from "../../core/lang.ts";
import { pathOf } from "../../core/routes.ts";
import { SaveFoot } from "../../shell/SaveFoot.tsx";
import { BirthField, birthOf, ReadBack, TooYoung } from "./BirthDay.tsx";

/**
 * The date of birth, and why the club asks for it. Once given it is fixed, so it is read back first;
 * somebody under age is told at once.
 */
export function BirthDateForm(props: {
  readonly onDone: () => void;
  readonly onLater: () => void;
}): ReactNode {
  const t = useT();
  const [day, setDay] = useState("");
  const [isReadBack, setReadBack] = useState(false);
  const save = useSaveProfile();
  const { isDay, isYoung } = birthOf(day);
  const finish = async () => {
    if (!isYoung) return props.onDone();
    await signOutNow();
    go(pathOf("home"), { replace: true });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isDay || save.isPending) return;
    if (!isReadBack && !isYoung) setReadBack(true);
    else save.mutate({ date_of_birth: day }, { onSuccess: () => void finish() });
  };
  return (
    <form className="form" onSubmit={submit} noValidate>
      {!isReadBack && (
        <Notice tone="firm" title={t("birth.why")}>
          <p>{t("birth.whyText")}</p>
        </Notice>
      )}
      {isReadBack ? <ReadBack day={day} /> : <BirthField day={day} onChange={setDay} />}
      {isYoung && <TooYoung day={day} />}
      <SaveFoot save={save} reason={isDay ? undefined : t("birth.need")}>
        {t(isYoung ? "birth.leave" : isReadBack ? "birth.right" : "act.save")}
      </SaveFoot>
      {!isYoung && (
        <Button kind="text" wide onPress={isReadBack ? () => setReadBack(false) : props.onLater}>
          {t(isReadBack ? "birth.change" : "birth.later")}
        </Button>
      )}
    </form>
  );
}
