import type { Mailing } from "@club/contract";
import { inLanguage } from "@club/i18n/mail-page";
import { column, ConsoleButton, DataTable, Panel, Tag, type DataColumn } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { stopMailing, useMailings } from "../../api/segments.ts";
import { useWhyNot } from "../../core/connection.ts";
import { useT, type T } from "../../core/lang.ts";
import { whenText } from "../../core/time.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";
import { Listing } from "../../shell/Listing.tsx";

const TONES = { sending: "brass", sent: "turf", stopped: "loss" } as const;

/** Messages to segments: how far each is, and a stop. Nothing is shown before the first. */
export function Mailings(): ReactNode {
  const t = useT();
  const query = useMailings();
  const reason = useWhyNot("support", "POST /api/operator/mailings/:mailing_id/stop");
  const [stopping, setStopping] = useState<Mailing | undefined>(undefined);
  if (!query.isError && (query.data?.list.length ?? 0) === 0) return null;
  return (
    <Panel title={t("mailing.list")}>
      <Listing query={query} rows={3}>
        {({ list }) => (
          <DataTable
            label={t("mailing.list")}
            rows={list}
            rowId={(mailing) => mailing.mailing_id}
            columns={columnsOf(t, reason, setStopping)}
          />
        )}
      </Listing>
      {stopping !== undefined && (
        <StopDialog mailing={stopping} onClose={() => setStopping(undefined)} />
      )}
    </Panel>
  );
}

/** The text of the reader's own language, or the first that was written. */
const subjectOf = ({ texts }: Mailing, t: T): string =>
  inLanguage(texts, t.language)?.text.subject ?? "–";

const mayStop = ({ state, waiting }: Mailing): boolean =>
  state === "sending" || (state === "sent" && waiting > 0);

function columnsOf(
  t: T,
  reason: string | undefined,
  stop: (mailing: Mailing) => void,
): DataColumn<Mailing>[] {
  return [
    column.strong("subject", t("messages.subject"), (mailing) => subjectOf(mailing, t)),
    column.text("state", t("mailing.state"), ({ state }) => (
      <Tag tone={TONES[state]}>{t(`mailing.state.${state}`)}</Tag>
    )),
    column.figure("sent", t("mailing.sent"), ({ sent, waiting, failed, players }) =>
      players === null ? "–" : `${sent - waiting - failed}/${players}`,
    ),
    column.figure("failed", t("mailing.failed"), ({ failed }) => failed),
    column.figure("left", t("mailing.leftOut"), (mailing) => mailing.left_out),
    column.mute(
      "at",
      t("reportColumn.at"),
      (mailing) => `${whenText(t, mailing.made_at)}, ${mailing.made_by}`,
    ),
    {
      id: "stop",
      label: t("mailing.stop"),
      kind: "end",
      cell: (mailing) =>
        mayStop(mailing) && (
          <ConsoleButton kind="text" reason={reason} onPress={() => stop(mailing)}>
            {t("mailing.stop")}
          </ConsoleButton>
        ),
    },
  ];
}

function StopDialog(props: { readonly mailing: Mailing; readonly onClose: () => void }): ReactNode {
  const t = useT();
  const { mailing_id } = props.mailing;
  const run = async () => {
    await stopMailing({ mailing_id });
    return t("mailing.stopped");
  };
  return (
    <AskDialog
      title={t("mailing.stopTitle", { name: subjectOf(props.mailing, t) })}
      text={t("mailing.stopText")}
      label={t("mailing.stop")}
      danger
      reason="none"
      run={run}
      onClose={props.onClose}
    />
  );
}
