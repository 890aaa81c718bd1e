import { Notice, showToast } from "@club/ui";
import { ConsoleButton, DataTable, FactList, Panel, Tag } from "@club/ui/console";
import type { ReactNode } from "react";
import { runBackup, useBackups, type Backup, type Backups } from "../../api/jobs.ts";
import { useAct } from "../../api/use-act.ts";
import { useWhyNot } from "../../core/connection.ts";
import { useT, type T } from "../../core/lang.ts";
import { whenText } from "../../core/time.ts";
import { ErrorNotice } from "../../shell/AskDialog.tsx";
import { Listing } from "../../shell/Listing.tsx";

/** The backups of the club's machine: the newest, where, when the next comes, and one now. */
export function BackupsPanel(): ReactNode {
  const t = useT();
  const query = useBackups();
  const mayNot = useWhyNot("owner", "POST /api/operator/backups/run");
  const act = useAct(async () => {
    await runBackup();
    showToast(t("backups.asked"));
  });
  return (
    <Panel
      title={t("backups.title")}
      end={
        <ConsoleButton
          busy={act.busy}
          reason={mayNot ?? whyNot(t, query.data)}
          onPress={() => void act.run()}
        >
          {t("backups.run")}
        </ConsoleButton>
      }
    >
      <ErrorNotice text={act.error} />
      <Listing query={query} rows={3}>
        {(backups) => (
          <>
            <LastFailure last={backups.last} />
            {!backups.is_own && <Notice tone="brass">{t("backups.other")}</Notice>}
            <FactList facts={factsOf(t, backups)} />
            <BackupTable list={backups.list} />
          </>
        )}
      </Listing>
    </Panel>
  );
}

function BackupTable({ list }: { readonly list: readonly Backup[] }): ReactNode {
  const t = useT();
  return (
    <DataTable
      label={t("backups.title")}
      rows={list}
      rowId={(backup) => backup.name}
      empty={t("backups.none")}
      columns={(column) => [
        column.strong(
          "at",
          t("backups.takenAt"),
          (row) => whenText(t, row.taken_at),
          (row) => row.taken_at,
        ),
        column.figure(
          "size",
          t("backups.size"),
          (row) => sizeText(t, row.bytes),
          (row) => row.bytes,
        ),
        column.text("proved", t("backups.proof"), (row) => (
          <Tag tone={row.is_proved ? "turf" : "plain"}>
            {t(row.is_proved ? "backups.proved" : "backups.unproved")}
          </Tag>
        )),
        column.mute("name", t("backups.folder"), (row) => row.name),
      ]}
    />
  );
}

function LastFailure({ last }: Pick<Backups, "last">): ReactNode {
  const t = useT();
  if (last === null || last.failure === null) return null;
  const why = { when: whenText(t, last.ended_at), why: last.failure };
  return <Notice tone="loss">{t("backups.failed", why)}</Notice>;
}

function whyNot(t: T, backups: Backups | undefined): string | undefined {
  if (backups?.is_own === false) return t("backups.other");
  return backups?.is_asked === true ? t("backups.waits") : undefined;
}

function factsOf(t: T, { newest_at: newest, next_at: next, folder, kept, is_own: isOwn }: Backups) {
  const when = (at: string | null) => (at === null ? "–" : whenText(t, at));
  return [
    { label: t("backups.newest"), value: when(newest) },
    { label: t("backups.next"), value: when(next) },
    { label: t("backups.where"), value: folder },
    { label: t("backups.kept"), value: isOwn ? String(kept) : "–" },
  ];
}

const MEGABYTE = 1_000_000;

function sizeText(t: T, bytes: number): string {
  const size = new Intl.NumberFormat(t.language, { maximumFractionDigits: 1 });
  return `${size.format(bytes / MEGABYTE)} MB`;
}
