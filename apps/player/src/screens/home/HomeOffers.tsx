import { LANGUAGES } from "@club/i18n";
import { Button, IconButton } from "@club/ui";
import { createElement, type ReactNode } from "react";
import { useInstallOffer } from "../../device/install.ts";
import { NoticeBar } from "./NoticeBar.tsx";
import { lazyPage } from "../../core/lazy-page.ts";
import { setLanguage, useOfferedLanguage, useT } from "../../core/lang.ts";
import "./home-offers.css";

/** What the club has to say, and offers of itself: the reader's own language, a place on the home screen. */
export function HomeOffers(): ReactNode {
  return (
    <>
      <NoticeBar />
      <LanguageOffer />
      <Install />
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

const loadInstall = async () => ({
  default: (await import("./InstallOffer.tsx")).InstallOffer,
});

/** Its code comes with the offer, which few visits see. */
function Install(): ReactNode {
  return useInstallOffer() !== "none" && createElement(lazyPage(loadInstall));
}
