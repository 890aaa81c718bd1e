import type { Incident } from "@club/contract";
import { formatTimeExact } from "@club/i18n";
import { ConsoleButton, Overdue, Panel, PanelState, Tag, useKeys } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { endPause, useIncidents, writeNote } from "../../api/incidents.ts";
import { useIsOnline } from "../../core/connection.ts";
import { useT, type T } from "../../core/lang.ts";
import { useMay } from "../../core/session.ts";
import { whenText, clubZone } from "../../core/time.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";
import { ConsoleFrame } from "../../shell/ConsoleFrame.tsx";
import { Listing } from "../../shell/Listing.tsx";
import { pausedName } from "./notices.ts";
import { PauseDialog } from "./PauseDialog.tsx";

const PAUSES = [
  "POST /api/operator/incidents",
  "POST /api/operator/incidents/:incident_id/end",
] as const;

/** Pauses of betting with their logs, and the one button for all of it. Route: /incidents */
export function IncidentsPage(): ReactNode {
  const t = useT();
  const query = useIncidents();
  const isOnline = useIsOnline();
  const mayPause = useMay(...PAUSES);
  const [isAsking, setIsAsking] = useState(false);
  const isAllPaused =
    query.data?.some(({ scope, ended_at }) => scope === "all" && ended_at === null) === true;
  const reason = reasonOf(t, { isOnline, mayPause, isAllPaused });
  useKeys({ p: () => reason === undefined && setIsAsking(true) });
  return (
    <ConsoleFrame
      title={t("route.incidents")}
      act={
        <>
          <span>{t("incident.hint")}</span>
          <span className="c-act-end">
            <ConsoleButton
              size="large"
              kind="danger"
              keyCap="P"
              reason={reason}
              onPress={() => setIsAsking(true)}
            >
              {t("pause.all")}
            </ConsoleButton>
          </span>
        </>
      }
    >
      <Listing query={query} rows={6}>
        {(incidents) =>
          incidents.length === 0 ? (
            <Panel label={t("route.incidents")}>
              <PanelState state="empty" title={t("incident.none")} text={t("incident.noneText")} />
            </Panel>
          ) : (
            <div className="rows">
              {incidents.map((incident) => (
                <OneIncident key={incident.incident_id} incident={incident} mayPause={mayPause} />
              ))}
            </div>
          )
        }
      </Listing>
      {isAsking && <PauseDialog what={{ scope: "all" }} onClose={() => setIsAsking(false)} />}
    </ConsoleFrame>
  );
}

function reasonOf(
  t: T,
  state: { isOnline: boolean; mayPause: boolean; isAllPaused: boolean },
): string | undefined {
  if (!state.isOnline) return t("offline.bar");
  if (!state.mayPause) return t("role.needed", { role: t("role.pool_controller") });
  return state.isAllPaused ? t("pause.isAll") : undefined;
}

function OneIncident(props: {
  readonly incident: Incident;
  readonly mayPause: boolean;
}): ReactNode {
  const t = useT();
  const { incident } = props;
  const [asking, setAsking] = useState<"note" | "end" | undefined>(undefined);
  const isOver = incident.ended_at !== null;
  const needs = t("role.needed", { role: t("role.pool_controller") });
  return (
    <Panel
      title={pausedName(t, incident)}
      meta={t("incident.begun", { name: incident.begun_by, time: whenText(t, incident.since) })}
      tone={isOver ? undefined : "loss"}
      end={<State incident={incident} />}
      padded
    >
      <div className="form">
        <p>
          {incident.reason}
          <span className="mute"> · {t(`pause.notice.${incident.notice}`)}</span>
        </p>
        <IncidentLog incident={incident} />
        <div className="acts">
          <ConsoleButton onPress={() => setAsking("note")}>{t("incident.note")}</ConsoleButton>
          {!isOver && (
            <ConsoleButton
              kind="primary"
              reason={props.mayPause ? undefined : needs}
              onPress={() => setAsking("end")}
            >
              {t("pause.resume")}
            </ConsoleButton>
          )}
        </div>
      </div>
      {asking !== undefined && (
        <IncidentDialog incident={incident} act={asking} onClose={() => setAsking(undefined)} />
      )}
    </Panel>
  );
}

/** How long it has gone on, or who ended it. */
function State({ incident }: { readonly incident: Incident }): ReactNode {
  const t = useT();
  if (incident.ended_at !== null) {
    const time = whenText(t, incident.ended_at);
    return <Tag>{t("incident.ended", { name: incident.ended_by ?? "", time })}</Tag>;
  }
  return (
    <Tag tone="loss">
      {t("incident.running")} <Overdue since={Date.parse(incident.since)} />
    </Tag>
  );
}

function IncidentLog({ incident }: { readonly incident: Incident }): ReactNode {
  if (incident.notes.length === 0) return null;
  return (
    <div className="race-log">
      <dl>
        {incident.notes.map((note) => (
          <div key={`${note.at} ${note.text}`}>
            <dt className="fig">{formatTimeExact(note.at, clubZone())}</dt>
            <dd>
              {note.text} <span className="mute">{note.operator}</span>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function IncidentDialog(props: {
  readonly incident: Incident;
  readonly act: "note" | "end";
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { incident } = props;
  const isEnd = props.act === "end";
  const run = async (text: string) => {
    await (isEnd ? endPause : writeNote)({ incident_id: incident.incident_id, text });
    return t(isEnd ? "pause.over" : "incident.noted");
  };
  return (
    <AskDialog
      title={t(isEnd ? "pause.resumeOf" : "incident.noteOf", { name: pausedName(t, incident) })}
      text={isEnd ? t("pause.resumeText") : undefined}
      label={t(isEnd ? "pause.resume" : "incident.note")}
      reason="needed"
      reasonHint={t("incident.logHint")}
      run={run}
      onClose={props.onClose}
    />
  );
}
