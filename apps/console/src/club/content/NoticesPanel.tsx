import type { EditedNotice } from "@club/contract";
import {
  ConsoleButton,
  DataTable,
  Panel,
  Tag,
  column,
  type DataColumn,
  type TagTone,
} from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { publishNotice, useEditedNotices, withdrawNotice } from "../../api/content.ts";
import { useAct } from "../../api/use-act.ts";
import { useT, type T } from "../../core/lang.ts";
import { whenText } from "../../core/time.ts";
import { Listing } from "../../shell/Listing.tsx";
import { NoticeDialog } from "./NoticeDialog.tsx";

const TONE_OF: Readonly<Record<EditedNotice["status"], TagTone>> = {
  draft: "brass",
  published: "turf",
  withdrawn: "plain",
};

/** What the club tells its players: drafts, what is shown, what was withdrawn. */
export function NoticesPanel(): ReactNode {
  const t = useT();
  const query = useEditedNotices();
  const [open, setOpen] = useState<EditedNotice | "new" | null>(null);
  return (
    <Panel
      title={t("content.notices")}
      end={
        <ConsoleButton icon="add" onPress={() => setOpen("new")}>
          {t("notice.new")}
        </ConsoleButton>
      }
    >
      <Listing query={query}>{(list) => <NoticeTable list={list} onOpen={setOpen} />}</Listing>
      {open !== null && (
        <NoticeDialog notice={open === "new" ? null : open} onClose={() => setOpen(null)} />
      )}
    </Panel>
  );
}

function NoticeTable(props: {
  readonly list: readonly EditedNotice[];
  readonly onOpen: (notice: EditedNotice) => void;
}): ReactNode {
  const t = useT();
  return (
    <DataTable
      label={t("content.notices")}
      rows={props.list}
      rowId={(notice) => notice.notice_id}
      empty={t("notice.none")}
      columns={columnsOf(t, props.onOpen)}
    />
  );
}

type Column = DataColumn<EditedNotice>;

function columnsOf(t: T, onOpen: (notice: EditedNotice) => void): Column[] {
  const act: Column = {
    id: "act",
    label: t("notice.publish"),
    hideLabel: true,
    kind: "end",
    cell: (notice) => <ShowAct notice={notice} />,
  };
  const stateOf = ({ status }: EditedNotice): string => t(`notice.status.${status}`);
  return [
    column.strong(
      "title",
      t("content.title"),
      (notice) => (
        <ConsoleButton kind="text" onPress={() => onOpen(notice)}>
          {titleOf(notice)}
        </ConsoleButton>
      ),
      titleOf,
    ),
    column.mute("tone", t("notice.tone"), ({ tone }) => t(`notice.tone.${tone}`)),
    column.mute("languages", t("notice.languages"), ({ texts }) => Object.keys(texts).join(", ")),
    column.mute(
      "from",
      t("notice.from"),
      ({ starts_at: from }) => whenText(t, from),
      ({ starts_at: from }) => from,
    ),
    column.mute(
      "to",
      t("notice.to"),
      ({ ends_at: to }) => (to === null ? "–" : whenText(t, to)),
      ({ ends_at: to }) => to,
    ),
    column.text(
      "state",
      t("content.state"),
      (notice) => <Tag tone={TONE_OF[notice.status]}>{stateOf(notice)}</Tag>,
      stateOf,
    ),
    act,
  ];
}

function ShowAct({ notice }: { readonly notice: EditedNotice }): ReactNode {
  const t = useT();
  const isShown = notice.status === "published";
  const turn = isShown ? withdrawNotice : publishNotice;
  const act = useAct(async () => await turn({ notice_id: notice.notice_id }), { toast: true });
  return (
    <ConsoleButton busy={act.busy} onPress={() => void act.run()}>
      {isShown ? t("notice.withdraw") : t("notice.publish")}
    </ConsoleButton>
  );
}

function titleOf({ texts }: EditedNotice): string {
  return (texts.en ?? Object.values(texts)[0])?.title ?? "–";
}
