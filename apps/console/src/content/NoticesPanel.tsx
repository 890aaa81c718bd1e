import type { EditedNotice } from "@club/contract";
import { ConsoleButton, DataTable, Panel, Tag, type TagTone } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { showNotice, useEditedNotices } from "../api/content.ts";
import { useAct } from "../api/use-act.ts";
import { useT } from "../lang.ts";
import { Listing } from "../shell/Listing.tsx";
import { whenText } from "../when.ts";
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
      <Listing query={query} data={query.data}>
        {(list) => <NoticeTable list={list} onOpen={setOpen} />}
      </Listing>
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
      columns={[
        {
          id: "title",
          label: t("content.title"),
          kind: "strong",
          cell: (notice) => (
            <ConsoleButton kind="text" onPress={() => props.onOpen(notice)}>
              {titleOf(notice)}
            </ConsoleButton>
          ),
        },
        { id: "tone", label: t("notice.tone"), cell: (notice) => t(`notice.tone.${notice.tone}`) },
        {
          id: "languages",
          label: t("notice.languages"),
          kind: "mute",
          cell: (notice) => Object.keys(notice.texts).join(", "),
        },
        {
          id: "from",
          label: t("notice.from"),
          kind: "mute",
          cell: (notice) => whenText(t, notice.starts_at),
        },
        {
          id: "to",
          label: t("notice.to"),
          kind: "mute",
          cell: (notice) => (notice.ends_at === null ? "–" : whenText(t, notice.ends_at)),
        },
        {
          id: "state",
          label: t("content.state"),
          cell: (notice) => (
            <Tag tone={TONE_OF[notice.status]}>{t(`notice.status.${notice.status}`)}</Tag>
          ),
        },
        {
          id: "act",
          label: "",
          hideLabel: true,
          kind: "end",
          cell: (notice) => <ShowAct notice={notice} />,
        },
      ]}
    />
  );
}

function ShowAct({ notice }: { readonly notice: EditedNotice }): ReactNode {
  const t = useT();
  const isShown = notice.status === "published";
  const act = useAct(async () => await showNotice(notice.notice_id, !isShown), { toast: true });
  return (
    <ConsoleButton busy={act.busy} onPress={() => void act.run()}>
      {isShown ? t("notice.withdraw") : t("notice.publish")}
    </ConsoleButton>
  );
}

function titleOf({ texts }: EditedNotice): string {
  return (texts.en ?? Object.values(texts)[0])?.title ?? "–";
}
