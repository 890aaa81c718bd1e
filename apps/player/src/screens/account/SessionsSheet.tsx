import { formatDateTime } from "@club/i18n";
import { Button, ErrorState, Sheet, Skeleton, Tag } from "@club/ui";
import type { ReactNode } from "react";
import { useEndSession, useSessions } from "../../api/accounts.ts";
import { useT } from "../../lang.ts";
import { deviceZone } from "../../shell/zone.ts";

/** Where the player is signed in; any of them can be ended from here. */
export function SessionsSheet(props: {
  readonly open: boolean;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { data: sessions, isError, refetch } = useSessions();
  const end = useEndSession();
  return (
    <Sheet open={props.open} onClose={props.onClose} title={t("account.sessions")}>
      {sessions === undefined && !isError && <Skeleton kind="row" rows={3} />}
      {isError && <ErrorState title={t("account.sessionsFailed")} onRetry={() => void refetch()} />}
      <ul className="sessions">
        {sessions?.map((session) => (
          <li key={session.session_id}>
            <span className="row-text">
              <b>{session.device ?? t("account.device")}</b>
              <span className="mute">
                {formatDateTime(session.last_action_at, deviceZone(), t.language)}
              </span>
            </span>
            {session.is_current ? (
              <Tag tone="turf">{t("account.thisDevice")}</Tag>
            ) : (
              <Button
                busy={end.isPending && end.variables === session.session_id}
                onPress={() => end.mutate(session.session_id)}
              >
                {t("account.endSession")}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
