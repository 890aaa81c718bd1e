import { InstallCard } from "@club/ui";
import type { ReactNode } from "react";
import { acceptInstall, dismissInstall, useInstallOffer } from "../../install.ts";
import { useT } from "../../lang.ts";

/** The offer to install, when it was earned. */
export function HomeInstall(): ReactNode {
  const t = useT();
  const offer = useInstallOffer();
  if (offer === "none") return null;
  return (
    <InstallCard
      text={t(offer === "ios" ? "home.installIos" : "home.install")}
      onInstall={offer === "browser" ? () => void acceptInstall() : undefined}
      onDismiss={dismissInstall}
    />
  );
}
