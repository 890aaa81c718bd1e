import { formatDateTime } from "@club/i18n";
import { Button, ErrorState, Notice, Sheet, showToast, Skeleton, Tag } from "@club/ui";
import type { ReactNode } from "react";
import { useEndSession, useSessions } from "../../api/accounts.ts";
import { useT } from "../../core/lang.ts";
import { errorText } from "../../core/texts.ts";
import { deviceZone } from "../../device/zone.ts";
import { useDeviceName } from "../sign-in/device-name.ts";
import "./account.css";

/** Where the player is signed in; any of them can be ended from here, or all the others at once. */
export function SessionsSheet({ onClose }: { readonly onClose: () => void }): ReactNode {
  const t = useT();
  const { data: sessions, isError, refetch } = useSessions();
  const end = useEndSession();
  const others = sessions?.filter((session) => !session.is_current) ?? [];
  const endThere = (ids: readonly string[]) =>
    end.mutate(ids, { onSuccess: () => showToast(t("account.ended")) });
  return (
    <Sheet open onClose={onClose} title={t("account.sessions")}>
      {sessions === undefined && !isError && <Skeleton kind="row" rows={3} />}
      {isError && <ErrorState title={t("account.sessionsFailed")} onRetry={() => void refetch()} />}
      {end.isError && (
        <div className="pad">
          <Notice tone="loss" title={errorText(t, end.error)} alert />
        </div>
      )}
      <ul className="sessions">
        {sessions?.map((session) => (
          <SessionRow
            key={session.session_id}
            session={session}
            isEnding={end.isPending && end.variables.includes(session.session_id)}
            onEnd={() => endThere([session.session_id])}
          />
        ))}
      </ul>
      {others.length > 1 && (
        <div className="pad">
          <Button
            wide
            icon="arrow-out"
            busy={end.isPending && end.variables.length > 1}
            onPress={() => endThere(others.map(({ session_id: id }) => id))}
          >
            {t("account.endOthers")}
          </Button>
        </div>
      )}
    </Sheet>
  );
}

type Session = NonNullable<ReturnType<typeof useSessions>["data"]>[number];

function SessionRow(props: {
  readonly session: Session;
  readonly isEnding: boolean;
  readonly onEnd: () => void;
}): ReactNode {
  const t = useT();
  const { session, isEnding, onEnd } = props;
  const name = useDeviceName()(session.device);
  const time = formatDateTime(session.last_action_at, deviceZone(), t.language);
  return (
    <li>
      <span className="row-text">
        <b>{name}</b>
        <span className="mute">{t("account.lastSeen", { time })}</span>
      </span>
      {session.is_current ? (
        <Tag tone="turf">{t("account.thisDevice")}</Tag>
      ) : (
        <Button busy={isEnding} label={`${t("account.endSession")}: ${name}`} onPress={onEnd}>
          {t("account.endSession")}
        </Button>
      )}
    </li>
  );
}
