import { showToast } from "@club/ui";
import { ConsoleButton, ConsoleField, DataTable, FactList, Panel } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import type { PlayerDetail } from "../../api/players.ts";
import { addNote, usePlayerFile, type PlayerFile } from "../../api/players.ts";
import { useAct } from "../../api/use-act.ts";
import { deviceName } from "../../core/device-name.ts";
import { useT } from "../../core/lang.ts";
import { hrefOf } from "../../core/paths.ts";
import { useMay } from "../../core/session.ts";
import { whenText } from "../../core/time.ts";
import { Listing } from "../../shell/Listing.tsx";
import { ComplaintTable } from "../complaints/ComplaintParts.tsx";
import { DocumentTag } from "../documents/DocumentPanel.tsx";
import { EvidencePanel } from "./EvidencePanel.tsx";
import { DataPanel } from "./DataPanel.tsx";
import "./player-file.css";

/** What the club stores about a player besides money and bets. Opening it is in the audit log. */
export function FileView(props: {
  readonly player: PlayerDetail;
  readonly switcher: ReactNode;
}): ReactNode {
  const t = useT();
  const query = usePlayerFile(props.player.player_id);
  const file = query.data;
  return (
    <div className="rows">
      <Panel title={t("file.contact")} end={props.switcher}>
        <Listing query={query} rows={4}>
          {(data) => <Contact file={data} />}
        </Listing>
      </Panel>
      {file !== undefined && (
        <>
          <Notes file={file} />
          <Panel title={t("cases.complaints")}>
            <ComplaintTable list={file.complaints} empty={t("file.complaintsNone")} />
          </Panel>
          <Papers file={file} />
          <EvidencePanel file={file} />
          <DataPanel player={props.player} />
        </>
      )}
    </div>
  );
}

function Contact({ file }: { readonly file: PlayerFile }): ReactNode {
  const t = useT();
  return (
    <>
      <FactList facts={[{ label: t("file.phone"), value: file.phone ?? "–" }]} />
      <DataTable
        label={t("file.devices")}
        rows={file.devices}
        rowId={(device) => device.session_id}
        isMuted={(device) => device.ended_at !== null}
        empty="–"
        columns={(column) => [
          column.strong(
            "device",
            t("file.device"),
            ({ device }) => deviceName(device) ?? t("file.unknown"),
          ),
          column.mute("since", t("file.since"), (device) => whenText(t, device.created_at)),
          column.mute("seen", t("file.lastSeen"), (device) => whenText(t, device.last_action_at)),
          column.text("state", t("player.status"), ({ ended_at: at }) =>
            t(at === null ? "file.open" : "file.ended"),
          ),
        ]}
      />
      <SeenWith file={file} />
    </>
  );
}

function SeenWith({ file }: { readonly file: PlayerFile }): ReactNode {
  const t = useT();
  return (
    <DataTable
      label={t("file.seenWith")}
      rows={file.seen_with}
      rowId={(other) => other.player_id}
      rowTone={(other) => (other.shares.length > 1 ? "loss" : "brass")}
      empty={t("file.seenWithNone")}
      columns={(column) => [
        column.strong("player", t("file.seenWith"), (other) => (
          <a href={hrefOf("player", other.player_id)}>{other.user_name}</a>
        )),
        column.text("shares", t("file.shares"), (other) =>
          other.shares.map((each) => t(`file.share.${each}`)).join(", "),
        ),
      ]}
    />
  );
}

function Notes({ file }: { readonly file: PlayerFile }): ReactNode {
  const t = useT();
  const may = useMay("POST /api/operator/players/:player_id/notes");
  const [text, setText] = useState("");
  const act = useAct(async () => {
    await addNote({ player_id: file.player_id, text: text.trim() });
    setText("");
    showToast(t("file.noteAdded"));
  });
  const missing = text.trim() === "" ? t("file.noteMissing") : undefined;
  return (
    <Panel title={t("file.notes")} meta={t("file.notesMeta")}>
      {file.notes.length === 0 && <p className="quiet">{t("file.noteNone")}</p>}
      <ul className="note-list">
        {file.notes.map((note) => (
          <li key={note.note_id}>
            <p>{note.text}</p>
            <span className="mute small">
              {note.operator} · {whenText(t, note.created_at)}
            </span>
          </li>
        ))}
      </ul>
      {may && (
        <form
          className="note-new"
          onSubmit={(event) => {
            event.preventDefault();
            if (missing === undefined) void act.run();
          }}
        >
          <ConsoleField
            label={t("file.noteNew")}
            value={text}
            onChange={setText}
            lines={2}
            error={act.error}
          />
          <ConsoleButton type="submit" busy={act.busy} reason={missing}>
            {t("file.noteAdd")}
          </ConsoleButton>
        </form>
      )}
    </Panel>
  );
}

function Papers({ file }: { readonly file: PlayerFile }): ReactNode {
  const t = useT();
  return (
    <Panel
      title={t("cases.papers")}
      end={<a href={`${hrefOf("cases")}?tab=papers`}>{t("cases.waiting")}</a>}
    >
      <DataTable
        label={t("cases.papers")}
        rows={file.documents}
        rowId={(paper) => paper.document_id}
        empty={t("file.papersNone")}
        columns={(column) => [
          column.strong("kind", t("paper.kind"), (paper) => t(`paper.kind.${paper.kind}`)),
          column.mute("sent", t("paper.sent"), (paper) => whenText(t, paper.created_at)),
          column.text("reason", t("act.reason"), (paper) => paper.reason ?? "–"),
          column.text("state", t("complaint.state"), (paper) => (
            <DocumentTag status={paper.status} />
          )),
        ]}
      />
    </Panel>
  );
}
