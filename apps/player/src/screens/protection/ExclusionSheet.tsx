import { addDays, dayAt, formatDate } from "@club/i18n";
import { Button, Checkbox, clubNow, Notice, Sheet } from "@club/ui";
import { useState, type ReactNode } from "react";
import { go } from "../../core/address.ts";
import { useExclusion } from "../../api/protection.ts";
import { useT, type T } from "../../core/lang.ts";
import { pathOf } from "../../core/routes.ts";
import { endSession } from "../../core/session.ts";
import { errorText } from "../../core/texts.ts";
import { deviceZone } from "../../device/zone.ts";

const TERMS = ["6", "12", "60", "forever"] as const;
type Term = (typeof TERMS)[number];

/** Self-exclusion, honestly worded: what happens, for how long, one box, one button. No offer to stay. */
export function ExclusionSheet({ onClose }: { readonly onClose: () => void }): ReactNode {
  const t = useT();
  const [term, setTerm] = useState<Term>("6");
  const [isAgreed, setAgreed] = useState(false);
  const exclude = useExclusion();
  const carryOut = () =>
    exclude.mutate(term === "forever" ? null : Number(term), {
      onSuccess: () => {
        endSession("signed out");
        go(pathOf("login"), { replace: true });
      },
    });
  return (
    <Sheet
      open
      onClose={onClose}
      title={t("exclusion.title")}
      full
      foot={
        <div className="acts">
          <Button
            kind="danger"
            size="large"
            busy={exclude.isPending}
            reason={isAgreed ? undefined : t("exclusion.needsAgree")}
            onPress={carryOut}
          >
            {actText(t, term)}
          </Button>
        </div>
      }
    >
      <div className="form">
        <ul className="plain-facts">
          {(["bets", "open", "mail", "end"] as const).map((fact) => (
            <li key={fact}>{t(`exclusion.${fact}`)}</li>
          ))}
        </ul>
        <TermChoice term={term} onChoose={setTerm} />
        <Checkbox label={t("exclusion.agree")} checked={isAgreed} onChange={setAgreed} />
        {exclude.isError && <Notice tone="loss" title={errorText(t, exclude.error)} alert />}
      </div>
    </Sheet>
  );
}

function TermChoice(props: {
  readonly term: Term;
  readonly onChoose: (term: Term) => void;
}): ReactNode {
  const t = useT();
  return (
    <>
      <h3 id="exclusion-term">{t("exclusion.for")}</h3>
      <div className="break-days" role="group" aria-labelledby="exclusion-term">
        {TERMS.map((each) => (
          <button
            key={each}
            type="button"
            className="choice"
            aria-pressed={each === props.term}
            onClick={() => props.onChoose(each)}
          >
            {t(`exclusion.${each}`)}
          </button>
        ))}
      </div>
    </>
  );
}

function actText(t: T, term: Term): string {
  if (term === "forever") return t("exclusion.actForever");
  const today = dayAt(clubNow(), deviceZone());
  const months = Number(term);
  const [year = 0, month = 0, day = 0] = today.split("-").map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  const end = addDays(first, Math.min(day, last) - 1);
  return t("exclusion.act", { time: formatDate(`${end}T12:00:00.000Z`, "UTC", t.language) });
}
