import { Button, ListRow, RailHero, Section, ValueRow } from "@club/ui";
import { createElement, useState, type ReactNode } from "react";
import { useT } from "../../core/lang.ts";
import { lazyPage } from "../../core/lazy-page.ts";
import { hrefOf } from "../../core/routes.ts";
import { Screen } from "../../shell/Screen.tsx";
import { APP_VERSION } from "../../device/version.ts";
import { ClubStatus } from "./ClubStatus.tsx";
import "../../shell/pages.css";
import "./about.css";

const loadLicences = async () => ({ default: (await import("./Licences.tsx")).Licences });

/** What this is, its state now, and the work that it builds on. Route: /pages/about/about */
export function AboutScreen(): ReactNode {
  const t = useT();
  const [hasLicences, setLicences] = useState(false);
  return (
    <Screen id="about">
      <div className="about-hero">
        <RailHero title={t("login.hero")} />
      </div>
      <Section>
        <p>{t("about.promise")}</p>
        <ValueRow label={t("about.version")} value={APP_VERSION} />
        <p>
          <a className="link" href={hrefOf("rules")}>
            {t("account.rules")}
          </a>
        </p>
      </Section>
      <ClubStatus />
      <ListRow icon="shield" title={t("route.books")} href={hrefOf("books")} />
      <Section title={t("about.licences")}>
        {hasLicences ? (
          createElement(lazyPage(loadLicences))
        ) : (
          <Button wide icon="book" onPress={() => setLicences(true)}>
            {t("about.licencesShow")}
          </Button>
        )}
      </Section>
    </Screen>
  );
}
