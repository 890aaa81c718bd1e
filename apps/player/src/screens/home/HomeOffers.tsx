import { LANGUAGES } from "@club/i18n";
import { Button, Icon, IconButton, InstallCard } from "@club/ui";
import type { ReactNode } from "react";
import { acceptInstall, dismissInstall, useInstallOffer } from "../../device/install.ts";
import { NoticeBar } from "./NoticeBar.tsx";
import { setLanguage, useOfferedLanguage, useT } from "../../core/lang.ts";
import "./home-offers.css";

/** What the club has to say, and offers of itself: the reader's own language, a place on the home screen. */
export function HomeOffers(): ReactNode {
  return (
    <>
      <NoticeBar />
      <LanguageOffer />
      <InstallOffer />
    </>
  );
}

/** In the offered language: whoever needs it may not read the other. */
function LanguageOffer(): ReactNode {
  const t = useT();
  const language = useOfferedLanguage();
  if (language === null || language === "en") return null;
  const name = LANGUAGES.find(({ id }) => id === language)?.name ?? "";
  return (
    <aside className="home-offer" aria-label={name} lang={language}>
      <Button icon="translate" wide onPress={() => void setLanguage(language)}>
        {t(`home.speak.${language}`)}
      </Button>
      <IconButton
        icon="close"
        label={t("act.later")}
        onPress={() => void setLanguage(t.language)}
      />
    </aside>
  );
}

function InstallOffer(): ReactNode {
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
