import { ErrorState, Skeleton, Toggle } from "@club/ui";
import type { ReactNode } from "react";
import { useChooseMessages, useMessageChoices } from "../../api/messages.ts";
import { useT } from "../../core/lang.ts";
import { errorText } from "../../core/texts.ts";
import "./account.css";

/** The mails that a player may turn off; what the law or the account's safety asks for always comes. */
export function MessageChoices(): ReactNode {
  const t = useT();
  const { data: list, isError, error, refetch } = useMessageChoices();
  const choose = useChooseMessages();
  const set = (kind: string, isWanted: boolean) =>
    choose.mutate(
      (list ?? [])
        .filter((each) => (each.kind === kind ? !isWanted : !each.is_wanted))
        .map((each) => each.kind),
    );
  return (
    <div className="form">
      <p>{t("profile.mails")}</p>
      {list === undefined && !isError && <Skeleton kind="row" rows={3} />}
      {list === undefined && isError && (
        <ErrorState title={errorText(t, error)} onRetry={() => void refetch()} />
      )}
      {(list ?? []).map(({ kind, name, is_wanted: isWanted }) => (
        <Toggle
          key={kind}
          label={name}
          checked={isWanted}
          disabled={choose.isPending}
          onChange={(isOn) => set(kind, isOn)}
        />
      ))}
      {choose.isError && <p role="alert">{errorText(t, choose.error)}</p>}
      <p className="mute">{t("profile.mailsMust")}</p>
    </div>
  );
}
