import type { DeskEvent } from "@club/contract";
import { ConsoleButton, Panel } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { addMarket } from "../../api/sport.ts";
import { useAct } from "../../api/use-act.ts";
import { useT } from "../../core/lang.ts";
import { useMay } from "../../core/session.ts";
import { ErrorNotice } from "../../shell/AskDialog.tsx";
import { MarketForm } from "../markets/MarketForm.tsx";
import { emptyMarket, marketOf } from "../markets/new-market.ts";

/** Another market for an event that has not started. */
export function AddMarket({ event }: { readonly event: DeskEvent }): ReactNode {
  const t = useT();
  const [draft, setDraft] = useState(() => emptyMarket("over_under", "new"));
  const mayTrade = useMay("POST /api/operator/sports/events/:event_id/markets");
  const market = marketOf(draft);
  const act = useAct(async () => {
    if (typeof market === "string") return;
    await addMarket({ event_id: event.event_id, ...market });
    setDraft(emptyMarket(draft.type, "new"));
  });
  if (!mayTrade) return null;
  return (
    <Panel title={t("desk.addMarket")} padded>
      <div className="form">
        <MarketForm draft={draft} onChange={setDraft} />
        <ErrorNotice text={act.error} />
        <div className="acts">
          <ConsoleButton
            kind="primary"
            busy={act.busy}
            reason={typeof market === "string" ? t(`desk.fault.${market}`) : undefined}
            onPress={() => void act.run()}
          >
            {t("desk.addMarket")}
          </ConsoleButton>
        </div>
      </div>
    </Panel>
  );
}
