import { Button } from "@club/ui";
import { useState, type ReactNode } from "react";
import { go } from "../../core/address.ts";
import { signOutNow } from "../../api/accounts.ts";
import { usePlacement } from "../../slip/race/placement.ts";
import { useSportPlacement } from "../../slip/sport/sent.ts";
import { useT } from "../../core/lang.ts";
import { pathOf } from "../../core/routes.ts";

/** The fate of an unanswered bet must be known first: signing out would forget it. */
export function SignOut(): ReactNode {
  const t = useT();
  const phases = [usePlacement().phase, useSportPlacement().phase];
  const [isBusy, setBusy] = useState(false);
  const isWaiting = phases.some((phase) => phase === "sending" || phase === "checking");
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
