import { addDays, dayAt } from "@club/i18n";
import { Button, clubNow, Field, Notice } from "@club/ui";
import { useState, type FormEvent, type ReactNode } from "react";
import { useSaveProfile } from "../../api/accounts.ts";
import { useT } from "../../core/lang.ts";
import { SaveFoot } from "../../shell/SaveFoot.tsx";
import { deviceZone } from "../../device/zone.ts";

const EARLIEST = "1920-01-01";

/** The date of birth, and why the club asks for it. Once given it is fixed. */
export function BirthDateForm(props: {
  readonly onDone: () => void;
  readonly onLater: () => void;
}): ReactNode {
  const t = useT();
  const [day, setDay] = useState("");
  const save = useSaveProfile();
  const yesterday = addDays(dayAt(clubNow(), deviceZone()), -1);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day) && day >= EARLIEST && day <= yesterday;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isDay && !save.isPending) save.mutate({ date_of_birth: day }, { onSuccess: props.onDone });
  };
  return (
    <form className="form" onSubmit={submit} noValidate>
      <Notice tone="firm" title={t("birth.why")}>
        <p>{t("birth.whyText")}</p>
      </Notice>
      <Field
        label={t("birth.label")}
        name="bday"
        type="date"
        value={day}
        onChange={setDay}
        autoComplete="bday"
        hint={t("birth.fixed")}
        required
      />
      <SaveFoot save={save} reason={isDay ? undefined : t("birth.need")}>
        {t("act.save")}
      </SaveFoot>
      <Button kind="text" wide onPress={props.onLater}>
        {t("birth.later")}
      </Button>
    </form>
  );
}
