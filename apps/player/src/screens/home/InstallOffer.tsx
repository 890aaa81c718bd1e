import { Icon, InstallCard } from "@club/ui";
import type { ReactNode } from "react";
import { useT } from "../../core/lang.ts";
import { acceptInstall, dismissInstall, useInstallOffer } from "../../device/install.ts";
import "./home-offers.css";

/** A place on the home screen, where the browser or the player can make one. */
export function InstallOffer(): ReactNode {
  const t = useT();
  const offer = useInstallOffer();
  if (offer === "none") return null;
  if (offer === "browser") {
    return (
      <InstallCard
        text={t("home.install")}
        onInstall={() => void acceptInstall()}
        onDismiss={dismissInstall}
      />
    );
  }
  return (
    <InstallCard text={t("home.install")} onDismiss={dismissInstall}>
      <IosSteps />
    </InstallCard>
  );
}

/** On iOS only the player can do it: the three taps, with the signs to look for. */
function IosSteps(): ReactNode {
  const t = useT();
  return (
    <ol className="ios-steps">
      <li>
        <Icon name="upload" />
        {t("home.ios.share")}
      </li>
      <li>
        <Icon name="add" />
        {t("home.ios.add")}
      </li>
      <li>
        <Icon name="check" />
        {t("home.ios.done")}
      </li>
    </ol>
  );
}
