import type { OperatorSession } from "@club/contract";
import { ConsoleButton, DataTable, Tag } from "@club/ui/console";
import type { ReactNode } from "react";
import { endOwnSession, endSessionOf, useOperatorSessions } from "../../api/operators.ts";
import { useAct } from "../../api/use-act.ts";
import { deviceName } from "../../core/device-name.ts";
import { useT } from "../../core/lang.ts";
import { whenText } from "../../core/time.ts";
import { Listing } from "../../shell/Listing.tsx";

export interface SessionTableProps {
  /** null: the signed-in operator's own sessions. */
  readonly operatorId: string | null;
  /** Why none can be ended now. */
  readonly reason?: string | undefined;
}

/** Where an operator is signed in; each session can be ended. */
export function SessionTable({ operatorId, reason }: SessionTableProps): ReactNode {
  const t = useT();
  const query = useOperatorSessions(operatorId);
  return (
    <Listing query={query} rows={3}>
      {(sessions) => (
        <DataTable
          label={t("people.sessions")}
          rows={sessions}
          rowId={(session) => session.session_id}
          empty={t("people.noSessions")}
          columns={(column) => [
            column.strong(
              "device",
              t("people.device"),
              ({ device }) => deviceName(device) ?? t("people.deviceUnknown"),
            ),
            column.mute(
              "since",
              t("people.since"),
              (session) => whenText(t, session.created_at),
              (session) => session.created_at,
            ),
            column.text("factor", t("factor.title"), ({ proved_at }) =>
              proved_at === null ? (
                <Tag tone="brass">{t("people.passwordOnly")}</Tag>
              ) : (
                <Tag tone="turf">{t("people.proved")}</Tag>
              ),
            ),
            {
              id: "acts",
              label: t("people.acts"),
              hideLabel: true,
              kind: "end",
              cell: (session) => <End {...{ operatorId, reason, session }} />,
            },
          ]}
        />
      )}
    </Listing>
  );
}

function End(props: SessionTableProps & { readonly session: OperatorSession }): ReactNode {
  const t = useT();
  const { operatorId, session, reason } = props;
  const act = useAct(
    async () => {
      const { session_id } = session;
      await (operatorId === null
        ? endOwnSession({ session_id })
        : endSessionOf({ operator_id: operatorId, session_id }));
    },
    { toast: true },
  );
  if (session.is_this) return <Tag>{t("people.thisOne")}</Tag>;
  return (
    <ConsoleButton kind="text" busy={act.busy} reason={reason} onPress={() => void act.run()}>
      {t("people.end")}
    </ConsoleButton>
  );
}
