import { Button, Notice, Sheet } from "@club/ui";
import { useState, type ReactNode } from "react";
import { useQueryOfAddress } from "../../core/address.ts";
import { useProfile } from "../../api/accounts.ts";
import { useT } from "../../core/lang.ts";
import { useSession } from "../../core/session.ts";
import { Screen } from "../../shell/Screen.tsx";
import { AccountMenu, type AccountSheet } from "./AccountMenu.tsx";
import { BlackbookSheet } from "../find/BlackbookSheet.tsx";
import { BirthDateForm } from "../sign-in/BirthDateForm.tsx";
import { DataSheet } from "./DataSheet.tsx";
import { Limits } from "./Limits.tsx";
import { LookSheet } from "./LookSheet.tsx";
import { MoneyBoard } from "./MoneyBoard.tsx";
import { NotificationOffer } from "./NotificationOffer.tsx";
import { NotificationSheet } from "./NotificationSheet.tsx";
import { PasskeySheet } from "./PasskeySheet.tsx";
import { ProfileSheet } from "./ProfileSheet.tsx";
import { SessionFigures } from "./SessionFigures.tsx";
import { SessionsSheet } from "./SessionsSheet.tsx";
import { SignOut } from "./SignOut.tsx";
import "../../shell/pages.css";

/** Money, protection, then everything else. Route: /pages/account/account?birth=1 */
export function AccountScreen(): ReactNode {
  const t = useT();
  const session = useSession();
  const asked = useQueryOfAddress().get("birth") === "1";
  const [open, setOpen] = useState<AccountSheet | null>(asked ? "birth" : null);
  const { data: profile } = useProfile();
  const isBirthMissing = profile !== undefined && profile.date_of_birth === null;
  return (
    <Screen
      id="account"
      title={profile?.full_name ?? session?.name ?? ""}
      subtitle={profile?.full_name ? session?.name : undefined}
      actions={[
        { icon: "translate", label: t("account.lookAll"), onPress: () => setOpen("look") },
        {
          icon: "bell",
          label: t("account.notifications"),
          onPress: () => setOpen("notifications"),
        },
      ]}
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
      {profile?.has_bet === true && <NotificationOffer onOpen={() => setOpen("notifications")} />}
      <AccountMenu onOpen={setOpen} />
      <SignOut />
      {open !== null && <OpenSheet what={open} onClose={() => setOpen(null)} />}
    </Screen>
  );
}

interface SheetProps {
  readonly what: AccountSheet;
  readonly onClose: () => void;
}

function OpenSheet({ what, onClose }: SheetProps): ReactNode {
  const t = useT();
  switch (what) {
    case "birth":
      return (
        <Sheet open onClose={onClose} title={t("birth.title")} ground="page">
          <BirthDateForm onDone={onClose} onLater={onClose} />
        </Sheet>
      );
    case "blackbook":
      return <BlackbookSheet onClose={onClose} />;
    case "look":
      return <LookSheet onClose={onClose} />;
    case "sessions":
      return <SessionsSheet onClose={onClose} />;
    case "profile":
      return <ProfileSheet onClose={onClose} />;
    case "passkeys":
      return <PasskeySheet onClose={onClose} />;
    case "notifications":
      return <NotificationSheet onClose={onClose} />;
    case "data":
      return <DataSheet onClose={onClose} />;
  }
}
