import type { OperatorMeeting } from "@club/contract";
import { formatMoney } from "@club/i18n";
import { ConsoleButton, ConsoleSelect } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { useCurrency } from "../../api/currency.ts";
import { abandonDay } from "../../api/incidents.ts";
import { useT } from "../../core/lang.ts";
import { useMay } from "../../core/session.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";

const OVER: ReadonlySet<string> = new Set(["settled", "abandoned"]);

/** Abandons the rest of a meeting: each of its races that is not settled. */
export function AbandonMeeting(props: {
  readonly meetings: readonly OperatorMeeting[];
}): ReactNode {
  const t = useT();
  const may = useMay("POST /api/operator/meetings/:event_id/abandon");
  const [isAsking, setIsAsking] = useState(false);
  const left = props.meetings.filter((meeting) =>
    meeting.races.some(({ status }) => !OVER.has(status)),
  );
  if (!may || left.length === 0) return null;
  return (
    <>
      <ConsoleButton kind="danger" onPress={() => setIsAsking(true)}>
        {t("meeting.abandon")}
      </ConsoleButton>
      {isAsking && <MeetingDialog meetings={left} onClose={() => setIsAsking(false)} />}
    </>
  );
}

function MeetingDialog(props: {
  readonly meetings: readonly OperatorMeeting[];
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { meetings } = props;
  const currency = useCurrency();
  const [eventId, setEventId] = useState(meetings[0]?.event_id ?? "");
  const meeting = meetings.find(({ event_id }) => event_id === eventId);
  const races = (meeting?.races ?? []).filter(({ status }) => !OVER.has(status));
  const run = async (reason: string) => {
    const done = await abandonDay({ event_id: eventId, reason });
    const money = formatMoney(done.refunded_cents, currency, t.language);
    return t("meeting.abandoned", { n: done.abandoned.length, money });
  };
  return (
    <AskDialog
      title={t("meeting.abandon")}
      text={t("meeting.abandonText", {
        n: races.length,
        races: races.map(({ raceNo }) => t("race.short", { n: raceNo })).join(", "),
      })}
      label={t("meeting.abandon")}
      danger
      reason="needed"
      run={run}
      onClose={props.onClose}
    >
      <ConsoleSelect
        label={t("cards.meeting")}
        value={eventId}
        onChange={setEventId}
        options={meetings.map(({ event_id, meetings: name }) => ({ id: event_id, label: name }))}
      />
    </AskDialog>
  );
}
