import type { Protection } from "@club/contract";
import { Button, centsOfTyped, clubNow, Field, ListGroup, ListRow, Notice } from "@club/ui";
import { useState, type ReactNode } from "react";
import { useReturn } from "../../api/protection.ts";
import { useT, type T } from "../../core/lang.ts";
import { hrefOf } from "../../core/routes.ts";
import { errorText } from "../../core/texts.ts";
import { farText, whenText } from "./when.ts";

type Bar = NonNullable<Protection["bar"]>;

/** What is in force, and what stays open: current bets, statement, withdrawals, help. */
export function BarBoard({ bar }: { readonly bar: Bar }): ReactNode {
  const t = useT();
  return (
    <>
      <div className="pad">
        <Notice tone="brass" icon="pause" title={titleOf(t, bar)}>
          <p>{bar.is_over ? t("bar.overText") : t("bar.text")}</p>
        </Notice>
      </div>
      {bar.is_over && <Return bar={bar} />}
      <ListGroup>
        <ListRow icon="bank" title={t("route.withdraw")} href={hrefOf("withdraw")} />
        <ListRow icon="bets" title={t("route.orders")} href={hrefOf("orders")} />
        <ListRow icon="statement" title={t("route.statement")} href={hrefOf("statement")} />
      </ListGroup>
    </>
  );
}

function titleOf(t: T, bar: Bar): string {
  if (bar.is_over) return t("bar.over");
  if (bar.until === null) return t("bar.forever");
  const time =
    bar.kind === "exclusion" ? farText(bar.until, t.language) : whenText(bar.until, t.language);
  return t(`bar.${bar.kind}`, { time });
}

/** The way back: a limit that holds from then on, 24 hours, and a second request. */
function Return({ bar }: { readonly bar: Bar }): ReactNode {
  const t = useT();
  const back = useReturn();
  const [typed, setTyped] = useState("");
  const isAsked = bar.return_from !== null;
  const isDue = isAsked && clubNow() >= Date.parse(bar.return_from ?? "");
  const cents = Number(centsOfTyped(typed));
  return (
    <div className="form">
      {!isAsked && (
        <Field
          label={`${t("protection.kind.deposit")} ${t("protection.period.week")}`}
          name="weekly"
          inputMode="decimal"
          value={typed}
          onChange={(text) => setTyped(text.replaceAll(/[^0-9.]/g, ""))}
        />
      )}
      {isAsked && !isDue && (
        <p>{t("bar.asked", { time: whenText(bar.return_from ?? "", t.language) })}</p>
      )}
      {back.isError && <Notice tone="loss" title={errorText(t, back.error)} alert />}
      {(!isAsked || isDue) && (
        <Button
          wide
          busy={back.isPending}
          reason={!isAsked && cents === 0 ? t("protection.set") : undefined}
          onPress={() => back.mutate(isAsked ? null : cents)}
        >
          {isAsked ? t("bar.back") : t("bar.ask")}
        </Button>
      )}
    </div>
  );
}
