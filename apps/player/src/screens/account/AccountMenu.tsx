import { ListGroup, ListRow } from "@club/ui";
import type { ReactNode } from "react";
import { useSessions } from "../../api/accounts.ts";
import { useFollows } from "../../api/follows.ts";
import { useInvitation } from "../../api/invitations.ts";
import { usePushChoice } from "../../api/push.ts";
import { useBankCard } from "../../api/withdrawals.ts";
import { useT } from "../../core/lang.ts";
import { hrefOf } from "../../core/routes.ts";
import { APP_VERSION } from "../../device/version.ts";

export type AccountSheet =
  "birth" | "blackbook" | "look" | "sessions" | "profile" | "passkeys" | "notifications" | "data";

type Props = { readonly onOpen: (what: AccountSheet) => void };

/** Money first, then the club, then everything about the account itself. */
export function AccountMenu({ onOpen }: Props): ReactNode {
  return (
    <>
      <MoneyRows />
      <ClubRows onOpen={onOpen} />
      <PersonRows onOpen={onOpen} />
      <AppRows onOpen={onOpen} />
    </>
  );
}

function MoneyRows(): ReactNode {
  const t = useT();
  const { data: card } = useBankCard();
  return (
    <ListGroup>
      <ListRow icon="statement" title={t("route.statement")} href={hrefOf("statement")} />
      <ListRow icon="history" title={t("bar.topUps")} href={hrefOf("topUps")} />
      <ListRow icon="bank" title={t("account.withdrawals")} href={hrefOf("withdrawals")} />
      <ListRow
        icon="card"
        title={t("route.bankCard")}
        href={hrefOf("bankCard")}
        end={card?.account_number}
      />
    </ListGroup>
  );
}

function ClubRows({ onOpen }: Props): ReactNode {
  const t = useT();
  const invited = useInvitation().data?.invited ?? 0;
  const follows = useFollows().data?.length ?? 0;
  return (
    <ListGroup>
      <ListRow
        icon="star"
        title={t("follow.title")}
        onPress={() => onOpen("blackbook")}
        end={follows > 0 ? String(follows) : undefined}
      />
      <ListRow
        icon="gift"
        title={t("route.invite")}
        href={hrefOf("invite")}
        end={invited > 0 ? t("account.joined", { n: invited }) : undefined}
      />
      <ListRow icon="shop" title={t("route.shop")} href={hrefOf("shop")} />
      <ListRow icon="live" title={t("route.live")} href={hrefOf("live")} />
      <ListRow icon="book" title={t("account.rules")} href={hrefOf("rules")} />
    </ListGroup>
  );
}

function PersonRows({ onOpen }: Props): ReactNode {
  const t = useT();
  const { data: sessions = [] } = useSessions();
  const others = sessions.filter((session) => !session.is_current).length;
  return (
    <ListGroup>
      <ListRow icon="account" title={t("account.profile")} onPress={() => onOpen("profile")} />
      <ListRow icon="shield" title={t("account.protection")} href={hrefOf("protection")} />
      <ListRow
        icon="users"
        title={t("account.sessions")}
        end={others > 0 ? t("account.others", { n: others }) : undefined}
        onPress={() => onOpen("sessions")}
      />
      <ListRow icon="message" title={t("account.cases")} href={hrefOf("cases")} />
      <ListRow icon="key" title={t("passkey.title")} onPress={() => onOpen("passkeys")} />
      <ListRow icon="lock" title={t("route.changePassword")} href={hrefOf("changePassword")} />
      <ListRow icon="download" title={t("account.data")} onPress={() => onOpen("data")} />
    </ListGroup>
  );
}

function AppRows({ onOpen }: Props): ReactNode {
  const t = useT();
  const { data: choice } = usePushChoice();
  return (
    <ListGroup>
      <ListRow
        icon="bell"
        title={t("account.notifications")}
        end={choice === undefined ? undefined : t(choice === null ? "account.off" : "account.on")}
        onPress={() => onOpen("notifications")}
      />
      <ListRow
        icon="gear"
        title={t("account.lookAll")}
        end={t("account.languageName")}
        onPress={() => onOpen("look")}
      />
      <ListRow icon="info" title={t("route.about")} href={hrefOf("about")} end={APP_VERSION} />
    </ListGroup>
  );
}
