import { formatDuration, formatMoney } from "@club/i18n";
import { Button, Figure, ListGroup, ListRow, Notice, Sheet, ToteBoard, useClock } from "@club/ui";
import { useState, type ReactNode } from "react";
import { go, useQueryOfAddress } from "../address.ts";
import { signOutNow, useProfile } from "../api/accounts.ts";
import { usePlacement } from "../bet-form/placement.ts";
import { usePulse } from "../heartbeat.ts";
import { useT } from "../lang.ts";
import { hrefOf, pathOf } from "../routes.ts";
import { useSession } from "../session.ts";
import { useBalance } from "../shell/balance.ts";
import { Screen } from "../shell/Screen.tsx";
import { APP_VERSION } from "../version.ts";
import { BirthDateForm } from "./account/BirthDateForm.tsx";
import { Limits } from "./account/Limits.tsx";
import { LookSheet } from "./account/LookSheet.tsx";
import { SessionsSheet } from "./account/SessionsSheet.tsx";
import "../pages.css";

type Open = "none" | "look" | "sessions" | "birth";

/** Money, protection, then everything else. Route: /pages/account/account?birth=1 */
export function AccountScreen(): ReactNode {
  const t = useT();
  const session = useSession();
  const asked = useQueryOfAddress().get("birth") === "1";
  const [open, setOpen] = useState<Open>(asked ? "birth" : "none");
  const { data: profile } = useProfile();
  const close = () => setOpen("none");
  const isBirthMissing = profile !== undefined && profile.date_of_birth === null;
  return (
    <Screen
      id="account"
      title={profile?.full_name ?? session?.name ?? ""}
      subtitle={profile?.full_name ? session?.name : undefined}
      actions={[{ icon: "translate", label: t("account.look"), onPress: () => setOpen("look") }]}
    >
      <MoneyBoard />
      {isBirthMissing && (
        <div className="pad">
          <Notice tone="brass" title={t("account.birthMissing")}>
            <p>{t("account.birthMissingText")}</p>
            <Button onPress={() => setOpen("birth")}>{t("birth.title")}</Button>
          </Notice>
        </div>
      )}
      <Limits>
        <SessionFigures />
      </Limits>
      <Menu onOpen={setOpen} />
      <SignOut />
      <LookSheet open={open === "look"} onClose={close} />
      <SessionsSheet open={open === "sessions"} onClose={close} />
      <Sheet open={open === "birth"} onClose={close} title={t("birth.title")} ground="page">
        <BirthDateForm onDone={close} onLater={close} />
      </Sheet>
    </Screen>
  );
}

function Menu({ onOpen }: { readonly onOpen: (what: Open) => void }): ReactNode {
  const t = useT();
  return (
    <>
      <ListGroup>
        <ListRow icon="statement" title={t("route.statement")} href={hrefOf("statement")} />
        <ListRow icon="history" title={t("route.topUps")} href={hrefOf("topUps")} />
        <ListRow icon="card" title={t("route.bankCard")} href={hrefOf("bankCard")} />
      </ListGroup>
      <ListGroup>
        <ListRow icon="gift" title={t("route.invite")} href={hrefOf("invite")} />
        <ListRow icon="shop" title={t("route.shop")} href={hrefOf("shop")} />
        <ListRow icon="book" title={t("account.rules")} href={hrefOf("rules")} />
        <ListRow
          icon="gear"
          title={t("account.look")}
          end={t("account.languageName")}
          onPress={() => onOpen("look")}
        />
        <ListRow icon="key" title={t("account.sessions")} onPress={() => onOpen("sessions")} />
        <ListRow icon="lock" title={t("route.changePassword")} href={hrefOf("changePassword")} />
        <ListRow icon="info" title={t("route.about")} href={hrefOf("about")} end={APP_VERSION} />
      </ListGroup>
    </>
  );
}

function MoneyBoard(): ReactNode {
  const t = useT();
  const { text, wallet } = useBalance();
  const held = wallet?.held_cents ?? 0;
  return (
    <ToteBoard label={t("money.balance")}>
      <div className="account-money">
        <Figure label={t("money.balance")} value={text ?? "–"} size="clock" />
        {held > 0 && wallet !== undefined && (
          <Figure
            label={t("account.held")}
            value={formatMoney(held, wallet.currency, t.language)}
            align="end"
          />
        )}
      </div>
      <div className="account-acts">
        <Button kind="primary" wide icon="add" href={hrefOf("topUp")}>
          {t("account.topUp")}
        </Button>
        <Button wide icon="bank" href={hrefOf("withdraw")}>
          {t("route.withdraw")}
        </Button>
      </div>
    </ToteBoard>
  );
}

/** How long the player is here and what betting brought: a loss is written as a loss. */
function SessionFigures(): ReactNode {
  const t = useT();
  const pulse = usePulse();
  const { wallet } = useBalance();
  const duration = useClock(() =>
    pulse === null ? "–" : formatDuration(pulse.sessionSeconds * 1000 + Date.now() - pulse.at),
  );
  const isKnown = pulse !== null && wallet !== undefined;
  return (
    <>
      <Figure label={t("account.signedInFor")} value={duration} />
      <Figure
        label={t("account.net")}
        value={
          isKnown
            ? formatMoney(pulse.netResultCents, wallet.currency, t.language, { sign: "always" })
            : "–"
        }
        tone={isKnown && pulse.netResultCents > 0 ? "turf" : undefined}
      />
    </>
  );
}

/** A bet without an answer must be known first: signing out would forget it. */
function SignOut(): ReactNode {
  const t = useT();
  const { phase } = usePlacement();
  const [isBusy, setBusy] = useState(false);
  const isWaiting = phase === "sending" || phase === "checking";
  const leave = async () => {
    setBusy(true);
    await signOutNow();
    go(pathOf("login"), { replace: true });
  };
  return (
    <div className="pad">
      <Button
        wide
        icon="arrow-out"
        busy={isBusy}
        reason={isWaiting ? t("placed.checking") : undefined}
        onPress={() => void leave()}
      >
        {t("act.signOut")}
      </Button>
    </div>
  );
}
