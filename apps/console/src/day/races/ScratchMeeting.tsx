import type { OperatorMeeting } from "@club/contract";
import { ConsoleButton, ConsoleSelect } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { useT } from "../../core/lang.ts";
import { useMay } from "../../core/session.ts";
import { ScratchMany } from "./ScratchMany.tsx";

const OVER: ReadonlySet<string> = new Set(["settled", "abandoned"]);

/** Scratches several runners of one of the day's meetings. */
export function ScratchMeeting(props: {
  readonly meetings: readonly OperatorMeeting[];
}): ReactNode {
  const t = useT();
  const may = useMay("POST /api/operator/meetings/:event_id/scratch");
  const [eventId, setEventId] = useState<string | undefined>(undefined);
  const left = props.meetings.filter((meeting) =>
    meeting.races.some(({ status }) => !OVER.has(status)),
  );
  const meeting = left.find(({ event_id }) => event_id === eventId);
  if (!may || left.length === 0) return null;
  return (
    <>
      <ConsoleButton onPress={() => setEventId(left[0]?.event_id)}>
        {t("scratchMany.act")}
      </ConsoleButton>
      {meeting !== undefined && (
        <ScratchMany
          key={meeting.event_id}
          eventId={meeting.event_id}
          meeting={meeting.meetings}
          currency={meeting.currency}
          races={meeting.races.filter(({ status }) => !OVER.has(status))}
          onClose={() => setEventId(undefined)}
        >
          <ConsoleSelect
            label={t("cards.meeting")}
            value={meeting.event_id}
            onChange={setEventId}
            options={left.map(({ event_id, meetings }) => ({ id: event_id, label: meetings }))}
          />
        </ScratchMany>
      )}
    </>
  );
}
