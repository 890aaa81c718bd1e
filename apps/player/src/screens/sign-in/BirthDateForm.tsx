import { isOfAge, MINIMUM_AGE } from "@club/domain";
import { addDays, dayAt, formatDate } from "@club/i18n";
import { Button, clubNow, Field, Notice } from "@club/ui";
import { useState, type FormEvent, type ReactNode } from "react";
import { signOutNow, useSaveProfile } from "../../api/accounts.ts";
import { go } from "../../core/address.ts";
import { useT, type T } from "../../core/lang.ts";
import { pathOf } from "../../core/routes.ts";
import { SaveFoot } from "../../shell/SaveFoot.tsx";
import { deviceZone } from "../../device/zone.ts";

const EARLIEST = "1920-01-01";

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
  const today = dayAt(clubNow(), deviceZone());
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day) && day >= EARLIEST && day <= addDays(today, -1);
  const isYoung = isDay && !isOfAge(day, today);
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
      {isReadBack ? <ReadBack day={day} /> : <DayField day={day} onChange={setDay} />}
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

/** As it will stand. */
function ReadBack({ day }: { readonly day: string }): ReactNode {
  const t = useT();
  return (
    <Notice tone="brass" title={t("birth.check")} alert>
      <p className="birth-day">{dayText(t, day)}</p>
      <p>{t("birth.fixed")}</p>
    </Notice>
  );
}

function DayField(props: {
  readonly day: string;
  readonly onChange: (day: string) => void;
}): ReactNode {
  const t = useT();
  return (
    <>
      <Notice tone="firm" title={t("birth.why")}>
        <p>{t("birth.whyText")}</p>
      </Notice>
      <Field
        label={t("birth.label")}
        name="bday"
        type="date"
        value={props.day}
        onChange={props.onChange}
        autoComplete="bday"
        hint={t("birth.fixed")}
        required
      />
    </>
  );
}

/** Said at once, and from when on it is otherwise. */
function TooYoung({ day }: { readonly day: string }): ReactNode {
  const t = useT();
  const date = dayText(t, addYears(day, MINIMUM_AGE));
  return (
    <Notice tone="brass" title={t("birth.young", { date })} alert>
      <p>{t("birth.youngText")}</p>
    </Notice>
  );
}

function dayText(t: T, day: string): string {
  return formatDate(`${day}T00:00:00.000Z`, "UTC", t.language);
}

/** Born on 29 February, one is of age on 1 March. */
function addYears(day: string, years: number): string {
  const [year, month, date] = day.split("-").map(Number);
  const later = new Date(Date.UTC((year ?? 0) + years, (month ?? 1) - 1, date));
  return later.toISOString().slice(0, 10);
}
