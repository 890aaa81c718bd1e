import type { DeskEvent } from "@club/contract";
import { showToast } from "@club/ui";
import { ConsoleButton, ConsoleField, Panel, SportLimitBar } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { changeEvent } from "../../api/sport.ts";
import { useAct } from "../../api/use-act.ts";
import { roleNeeded } from "../../core/connection.ts";
import { useT } from "../../core/lang.ts";
import { useMay } from "../../core/session.ts";
import { centsOfText } from "../../core/typed.ts";
import { useMoney } from "../book/money.ts";

/** What the club may lose on the whole event, and how much of it is used. */
export function EventLimit({ event }: { readonly event: DeskEvent }): ReactNode {
  const t = useT();
  const money = useMoney();
  const mayTrade = useMay("POST /api/operator/sports/events/:event_id/change");
  const [text, setText] = useState("");
  const cents = centsOfText(text);
  const act = useAct(
    async () => {
      await changeEvent({ event_id: event.event_id, max_liability_cents: cents ?? 0 });
      setText("");
      showToast(t("desk.limitSet"));
    },
    { toast: true },
  );
  const used = event.liability_cents / Math.max(1, event.max_liability_cents);
  const percent = Math.round(used * 100);
  const reason = roleNeeded(t, mayTrade, "pool_controller");
  const missing = reason ?? (cents === undefined ? t("desk.limitHint") : undefined);
  return (
    <Panel title={t("book.eventLimit")} meta={t("desk.limitUsed", { percent })}>
      <div className="sport-event-limit">
        <p className="mute">
          {t("book.eventLimitText", {
            worst: money.full(event.liability_cents),
            limit: money.full(event.max_liability_cents),
          })}
        </p>
        <SportLimitBar used={used} label={t("desk.limitUsed", { percent })} />
        <div className="sport-score">
          <ConsoleField
            label={t("desk.limit")}
            value={text}
            onChange={setText}
            placeholder={money.plain(event.max_liability_cents)}
            onEnter={() => missing === undefined && void act.run()}
          />
          <ConsoleButton busy={act.busy} reason={missing} onPress={() => void act.run()}>
            {t("act.save")}
          </ConsoleButton>
        </div>
      </div>
    </Panel>
  );
}
