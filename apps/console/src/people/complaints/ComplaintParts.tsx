import type { OperatorComplaint } from "@club/contract";
import { formatDate } from "@club/i18n";
import { clubNow } from "@club/ui";
import {
  DataTable,
  Tag,
  type DataColumn,
  type TagTone,
  column,
  type TableOrder,
} from "@club/ui/console";
import type { ReactNode } from "react";
import { useT, type T } from "../../core/lang.ts";
import { hrefOf } from "../../core/paths.ts";
import { whenText, clubZone } from "../../core/time.ts";

const TONES: Readonly<Record<OperatorComplaint["status"], TagTone>> = {
  open: "brass",
  in_work: "firm",
  answered: "turf",
};
const SOON_DAYS = 3;
const HALF_DAY_MS = 43_200_000;

export function ComplaintTag({ complaint }: { readonly complaint: OperatorComplaint }): ReactNode {
  const t = useT();
  const { status, outcome } = complaint;
  return (
    <Tag tone={outcome === "declined" ? "plain" : TONES[status]}>
      {outcome === null ? t(`complaint.status.${status}`) : t(`complaint.outcome.${outcome}`)}
    </Tag>
  );
}

/** When the club's answer is due, and how near that is. */
export function Due({ complaint }: { readonly complaint: OperatorComplaint }): ReactNode {
  const t = useT();
  // The deadline is the end of a day: shown as that day, not as the midnight after it.
  const day = formatDate(Date.parse(complaint.due_at) - HALF_DAY_MS, clubZone(), t.language);
  if (complaint.status === "answered") return day;
  const left = daysLeft(complaint.due_at, clubNow());
  if (left < 0) return <Tag tone="loss">{t("complaint.late")}</Tag>;
  const text = t("complaint.daysLeft", { n: left });
  return (
    <>
      {day} <span className={left < SOON_DAYS ? "loss" : "mute"}>{text}</span>
    </>
  );
}

/** Complaints as a table; the complainant links to the player where that is another page. */
export function ComplaintTable(props: {
  readonly list: readonly OperatorComplaint[];
  readonly empty: string;
  readonly order?: TableOrder;
  readonly selectedId?: string | undefined;
  readonly onSelect?: (id: string) => void;
  readonly hasPlayer?: boolean;
}): ReactNode {
  const t = useT();
  return (
    <DataTable
      label={t("cases.complaints")}
      rows={props.list}
      rowId={(complaint) => complaint.complaint_id}
      selectedId={props.selectedId}
      onSelect={props.onSelect}
      globalKeys={props.onSelect !== undefined}
      order={props.order}
      empty={props.empty}
      columns={columnsOf(t, props.hasPlayer === true)}
    />
  );
}

function columnsOf(t: T, hasPlayer: boolean): DataColumn<OperatorComplaint>[] {
  const player: DataColumn<OperatorComplaint> = {
    id: "player",
    label: t("route.player"),
    kind: "strong",
    cell: (one) => <a href={hrefOf("player", one.player_id)}>{one.user_name}</a>,
  };
  return [
    ...(hasPlayer ? [player] : []),
    column.text("topic", t("complaint.topic"), (one) => t(`complaint.topic.${one.topic}`)),
    column.mute("filed", t("complaint.filed"), (one) => whenText(t, one.filed_at)),
    column.text("due", t("complaint.due"), (one) => <Due complaint={one} />),
    column.text("with", t("complaint.takenBy"), (one) => one.taken_by ?? "–"),
    column.text("state", t("complaint.state"), (one) => <ComplaintTag complaint={one} />),
  ];
}

const DAY_MS = 86_400_000;

/** Whole days until an answer is due; a negative count is overdue. */
export function daysLeft(dueAt: string, nowMs: number): number {
  return Math.floor((Date.parse(dueAt) - nowMs) / DAY_MS);
}
