import type { Protection } from "@club/contract";
import { Button, clubNow, Notice, PrimaryButton, Section, Sheet } from "@club/ui";
import { useState, type ReactNode } from "react";
import { useTimeOut } from "../../api/protection.ts";
import { useT } from "../../core/lang.ts";
import { errorText } from "../../core/texts.ts";
import { whenText } from "./when.ts";

const DAYS = [1, 3, 7, 42] as const;
const DAY_MS = 86_400_000;

/** A break: how long, one button that says until when, and one question. Three taps. */
export function BreakPart({ bar }: { readonly bar: Protection["bar"] }): ReactNode {
  const t = useT();
  const [days, setDays] = useState<(typeof DAYS)[number]>(1);
  const [isAsking, setAsking] = useState(false);
  const until = clubNow() + days * DAY_MS;
  // A break shorter than the present one would change nothing.
  const isShorter = bar !== null && bar.until !== null && until <= Date.parse(bar.until);
  const time = whenText(until, t.language);
  return (
    <Section title={t("break.title")}>
      <p className="mute">{t("break.text")}</p>
      <div className="break-days" role="group" aria-label={t("break.label")}>
        {DAYS.map((each) => (
          <button
            key={each}
            type="button"
            className="choice"
            aria-pressed={each === days}
            onClick={() => setDays(each)}
          >
            {t(`break.${each}`)}
          </button>
        ))}
      </div>
      <Button
        kind="primary"
        wide
        icon="pause"
        reason={isShorter ? "" : undefined}
        onPress={() => setAsking(true)}
      >
        {t("break.act", { time })}
      </Button>
      {isAsking && <Sure days={days} time={time} onClose={() => setAsking(false)} />}
    </Section>
  );
}

/** The one question: nobody can end it earlier. */
function Sure(props: {
  readonly days: number;
  readonly time: string;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { days, time, onClose } = props;
  const takeBreak = useTimeOut();
  return (
    <Sheet
      open
      onClose={onClose}
      title={t("break.sure", { time })}
      foot={
        <div className="acts">
          <PrimaryButton
            busy={takeBreak.isPending}
            onPress={() => takeBreak.mutate(days, { onSuccess: onClose })}
          >
            {t("break.act", { time })}
          </PrimaryButton>
        </div>
      }
    >
      <div className="form">
        <p>{t("break.sureText")}</p>
        <p className="mute">{t("break.text")}</p>
        {takeBreak.isError && <Notice tone="loss" title={errorText(t, takeBreak.error)} alert />}
      </div>
    </Sheet>
  );
}
