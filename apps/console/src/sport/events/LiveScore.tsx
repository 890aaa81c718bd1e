import type { DeskEvent } from "@club/contract";
import { teamName } from "@club/i18n";
import { ConsoleButton, ConsoleField, Panel } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { changeEvent } from "../../api/sport.ts";
import { useAct } from "../../api/use-act.ts";
import { useT } from "../../core/lang.ts";
import { useMay } from "../../core/session.ts";

/** The score during a match: players see it at once. It decides nothing. */
export function LiveScore({ event }: { readonly event: DeskEvent }): ReactNode {
  const t = useT();
  const textOf = (value: number | null | undefined) =>
    value === null || value === undefined ? "" : String(value);
  const [home, setHome] = useState(textOf(event.live?.home));
  const [away, setAway] = useState(textOf(event.live?.away));
  const [clock, setClock] = useState(event.live?.clock ?? "");
  const mayTrade = useMay("POST /api/operator/sports/events/:event_id/change");
  const act = useAct(
    async () => {
      const live = { home: numberOf(home), away: numberOf(away), clock: clock.trim() || null };
      await changeEvent({ event_id: event.event_id, live });
    },
    { toast: true },
  );
  if (!mayTrade) return null;
  const send = () => void act.run();
  return (
    <Panel title={t("desk.liveScore")} padded>
      <div className="form">
        <div className="sport-score">
          <ConsoleField
            label={teamName(t, event, "home")}
            value={home}
            onChange={setHome}
            onEnter={send}
          />
          <ConsoleField
            label={teamName(t, event, "away")}
            value={away}
            onChange={setAway}
            onEnter={send}
          />
          <ConsoleField
            label={t("desk.clockField")}
            value={clock}
            onChange={setClock}
            placeholder="58"
            onEnter={send}
          />
        </div>
        <div className="acts">
          <ConsoleButton busy={act.busy} onPress={send}>
            {t("desk.showScore")}
          </ConsoleButton>
        </div>
      </div>
    </Panel>
  );
}

function numberOf(text: string): number | null {
  return /^\d{1,3}$/.test(text.trim()) ? Number(text) : null;
}
