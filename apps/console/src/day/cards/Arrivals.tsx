import type { CardArrival } from "@club/contract";
import { Notice } from "@club/ui";
import { ConsoleButton, DataTable, type DataColumn, Panel, Tag, column } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { discardArrival, useArrivals } from "../../api/cards.ts";
import { useT, type T } from "../../core/lang.ts";
import { useMay } from "../../core/session.ts";
import { whenText } from "../../core/time.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";
import { Listing } from "../../shell/Listing.tsx";
import type { CardFile } from "./read-card.ts";

/** Cards that programs sent: each waits here until somebody imports it or puts it aside. */
export function Arrivals({ onCard }: { readonly onCard: (card: CardFile) => void }): ReactNode {
  const t = useT();
  const query = useArrivals();
  const may = useMay(
    "POST /api/operator/cards/arrivals/:arrival_id/import",
    "POST /api/operator/cards/arrivals/:arrival_id/discard",
  );
  const [leaving, setLeaving] = useState<CardArrival | undefined>(undefined);
  const waiting = query.data?.waiting ?? 0;
  return (
    <Panel
      title={t("arrivals.title")}
      meta={waiting === 0 ? t("arrivals.meta") : t("arrivals.wait", { n: waiting })}
    >
      {query.data?.folder === "missing" && (
        <Notice tone="loss" alert>
          {t("arrivals.folderMissing")}
        </Notice>
      )}
      <Listing query={query} rows={3}>
        {({ list }) => (
          <DataTable
            label={t("arrivals.title")}
            rows={list}
            rowId={(row) => row.arrival_id}
            isMuted={(row) => row.status !== "waiting"}
            rowTone={(row) => (isWrong(row) ? "loss" : undefined)}
            empty={t("arrivals.none")}
            columns={columnsOf(t, may, {
              onLook: (row) => onCard(cardOf(row)),
              onLeave: setLeaving,
            })}
          />
        )}
      </Listing>
      {leaving !== undefined && (
        <DiscardDialog row={leaving} onClose={() => setLeaving(undefined)} />
      )}
    </Panel>
  );
}

const isWrong = (row: CardArrival): boolean =>
  row.status === "waiting" && (row.unreadable !== null || row.problems.length > 0);

/** The server has the contents: the desk only names the card. */
function cardOf(row: CardArrival): CardFile {
  return {
    name: row.meeting ?? row.name,
    sizeBytes: row.size_bytes,
    format: row.format,
    payload: {},
    arrivalId: row.arrival_id,
  };
}

interface Acts {
  readonly onLook: (row: CardArrival) => void;
  readonly onLeave: (row: CardArrival) => void;
}

function columnsOf(t: T, may: boolean, acts: Acts): DataColumn<CardArrival>[] {
  return [
    column.strong("card", t("arrivals.card"), nameOf, nameOf),
    column.text(
      "from",
      t("arrivals.from"),
      (row) => sourceText(t, row),
      (row) => row.source,
    ),
    column.mute(
      "at",
      t("arrivals.at"),
      (row) => whenText(t, row.arrived_at),
      (row) => row.arrived_at,
    ),
    column.text("what", t("arrivals.what"), (row) => <What row={row} />),
    column.end("act", t("sheet.act"), (row) => <RowActs row={row} may={may} acts={acts} />),
  ];
}

const nameOf = (row: CardArrival): string => row.meeting ?? row.name;

function sourceText(t: T, row: CardArrival): string {
  const source = t(`arrivals.is.${row.source}`);
  return row.source === "folder" ? `${source} · ${row.name}` : source;
}

/** What the card would have done when it arrived. */
function What({ row }: { readonly row: CardArrival }): ReactNode {
  const t = useT();
  if (row.unreadable !== null) return <b className="loss">{t("arrivals.unreadable")}</b>;
  const changed = row.changed + row.removed;
  const isNothing = row.added + changed + row.problems.length === 0;
  if (isNothing) return <span className="mute">{t("cards.nothing")}</span>;
  return (
    <span className="words">
      {row.problems.length > 0 && (
        <b className="loss">{t("cards.nProblems", { n: row.problems.length })}</b>
      )}
      {changed > 0 && <b className="brass">{t("cards.nChanged", { n: changed })}</b>}
      {row.added > 0 && <b className="turf">{t("cards.nAdded", { n: row.added })}</b>}
    </span>
  );
}

function RowActs(props: {
  readonly row: CardArrival;
  readonly may: boolean;
  readonly acts: Acts;
}): ReactNode {
  const t = useT();
  const { row, acts } = props;
  if (row.status !== "waiting") {
    const by = row.decided_by === null ? "" : ` · ${row.decided_by}`;
    return <Tag>{`${t(`arrivals.state.${row.status}`)}${by}`}</Tag>;
  }
  if (!props.may) return null;
  const name = row.meeting ?? row.name;
  return (
    <span className="acts">
      {row.unreadable === null && (
        <ConsoleButton
          kind="text"
          label={t("arrivals.lookAt", { name })}
          onPress={() => acts.onLook(row)}
        >
          {t("arrivals.look")}
        </ConsoleButton>
      )}
      <ConsoleButton
        kind="text"
        label={t("arrivals.discardOf", { name })}
        onPress={() => acts.onLeave(row)}
      >
        {t("cards.discard")}
      </ConsoleButton>
    </span>
  );
}

function DiscardDialog(props: {
  readonly row: CardArrival;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { row, onClose } = props;
  const run = async (reason: string) => {
    await discardArrival({ arrival_id: row.arrival_id, reason });
    return t("arrivals.discarded");
  };
  return (
    <AskDialog
      title={t("arrivals.discardOf", { name: row.meeting ?? row.name })}
      text={t("arrivals.discardText")}
      label={t("cards.discard")}
      danger
      reason="optional"
      run={run}
      onClose={onClose}
    />
  );
}
