import { saveFile } from "@club/client";
import { addDays, dayAt, formatDay } from "@club/i18n";
import { clubNow, hideToast, showToast } from "@club/ui";
import { ConsoleButton, ConsoleSelect, Panel } from "@club/ui/console";
import { useCallback, useState, type Dispatch, type ReactNode, type SetStateAction } from "react";
import { useMeetings } from "../../api/meetings.ts";
import { read } from "../../api/read.ts";
import { useAct } from "../../api/use-act.ts";
import { useT } from "../../core/lang.ts";
import { clubZone } from "../../core/time.ts";
import { ErrorNotice } from "../../shell/AskDialog.tsx";
import type { ChangeText } from "./form-act.ts";
import { HandCard } from "./HandCard.tsx";
import { csvCard, type CardFile } from "./read-card.ts";

const TEMPLATE = "";

export interface HandPanelProps {
  /** The lines that are being written. The page keeps them while the card is compared. */
  readonly csv: string | undefined;
  readonly onCsv: Dispatch<SetStateAction<string | undefined>>;
  readonly onCard: (card: CardFile) => void;
}

/** A card written by hand: from the template, or from a meeting that is run again. */
export function HandPanel({ csv, onCsv, onCard }: HandPanelProps): ReactNode {
  const t = useT();
  const [eventId, setEventId] = useState(TEMPLATE);
  const [loads, setLoads] = useState(0);
  const options = useMeetingOptions();
  const change = useCallback<ChangeText>(
    (next) => {
      // What was offered to be undone is behind this: undoing it would take this away too.
      hideToast();
      onCsv((now) => (now === undefined ? now : next(now)));
    },
    [onCsv],
  );
  const load = useAct(async () => {
    onCsv(await readCsv(eventId));
    setLoads((count) => count + 1);
    if (csv === undefined) return;
    showToast(t("hand.replaced"), { label: t("act.undo"), onPress: () => onCsv(csv) });
  });
  const save = useAct(async () => {
    saveFile(csvFile(csv ?? (await readCsv(eventId))), "card.csv");
  });
  const compare = (written: string) =>
    onCard({ ...csvCard(t("cards.hand"), written), isByHand: true });
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
        <ErrorNotice text={load.error ?? save.error} />
        {csv !== undefined && (
          <HandCard key={loads} csv={csv} onChange={change} onCompare={() => compare(csv)} />
        )}
      </div>
    </Panel>
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
