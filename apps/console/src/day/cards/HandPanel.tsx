import { saveFile } from "@club/client";
import { addDays, dayAt, formatDay } from "@club/i18n";
import { clubNow } from "@club/ui";
import { ConsoleButton, ConsoleField, ConsoleSelect, Panel } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { useMeetings } from "../../api/meetings.ts";
import { read } from "../../api/read.ts";
import { useAct } from "../../api/use-act.ts";
import { useT } from "../../core/lang.ts";
import { clubZone } from "../../core/time.ts";
import { ErrorNotice } from "../../shell/AskDialog.tsx";
import { csvCard, type CardFile } from "./read-card.ts";

const LINES = 14;
const TEMPLATE = "";

/** A card written by hand: from the template, or from a meeting that is run again. */
export function HandPanel(props: { readonly onCard: (card: CardFile) => void }): ReactNode {
  const t = useT();
  const [csv, setCsv] = useState<string | undefined>(undefined);
  const [eventId, setEventId] = useState(TEMPLATE);
  const options = useMeetingOptions();
  const load = useAct(async () => setCsv(await readCsv(eventId)));
  const save = useAct(async () => {
    saveFile(csvFile(csv ?? (await readCsv(eventId))), "card.csv");
  });
  const error = load.error ?? save.error;
  return (
    <Panel title={t("cards.hand")} meta={t("cards.handMeta")} padded>
      <div className="form">
        <ConsoleSelect
          label={t("cards.from")}
          value={eventId}
          onChange={setEventId}
          options={[{ id: TEMPLATE, label: t("cards.template") }, ...options]}
        />
        <div className="acts">
          <ConsoleButton busy={load.busy} onPress={() => void load.run()}>
            {t("cards.write")}
          </ConsoleButton>
          <ConsoleButton busy={save.busy} onPress={() => void save.run()}>
            {t("cards.save")}
          </ConsoleButton>
        </div>
        <ErrorNotice text={error} />
        {csv !== undefined && (
          <Lines
            csv={csv}
            onChange={setCsv}
            onCompare={() => props.onCard(csvCard(t("cards.hand"), csv))}
          />
        )}
      </div>
    </Panel>
  );
}

function Lines(props: {
  readonly csv: string;
  readonly onChange: (csv: string) => void;
  readonly onCompare: () => void;
}): ReactNode {
  const t = useT();
  return (
    <>
      <ConsoleField
        label={t("cards.lines")}
        value={props.csv}
        onChange={props.onChange}
        lines={LINES}
        hint={t("cards.linesHint")}
      />
      <div className="acts">
        <ConsoleButton kind="primary" onPress={props.onCompare}>
          {t("cards.compare")}
        </ConsoleButton>
      </div>
    </>
  );
}

/** The meetings of today and of the last days, the newest first. */
function useMeetingOptions(): { id: string; label: string }[] {
  const t = useT();
  const today = dayAt(clubNow(), clubZone());
  const days = [
    useMeetings(today),
    useMeetings(addDays(today, -1)),
    useMeetings(addDays(today, -7)),
  ];
  const zone = clubZone();
  return days
    .flatMap(({ data }) => data ?? [])
    .map((meeting) => {
      const first = meeting.races[0]?.start_time ?? "";
      const day = first === "" ? meeting.date : formatDay(first, zone, t.language);
      return { id: meeting.event_id, label: `${meeting.meetings} · ${day}` };
    });
}

async function readCsv(eventId: string): Promise<string> {
  const fields = eventId === TEMPLATE ? {} : { event_id: eventId };
  return (await read("/api/operator/cards/csv", fields)).data.csv;
}

/** The byte order mark tells spreadsheets the encoding. */
const csvFile = (text: string): Blob =>
  new Blob(["\uFEFF", text], { type: "text/csv;charset=utf-8" });
