import { EmptyState } from "@club/ui";
import type { ReactNode } from "react";
import { usePath } from "../address.ts";
import { useT } from "../lang.ts";
import { findRoute, hrefOf, type RouteId } from "../routes.ts";
import { Screen } from "../shell/Screen.tsx";

/** A route of the specification whose screen is not built yet: it says so, and where to go on. */
export function ComingScreen(): ReactNode {
  const t = useT();
  const route = findRoute(usePath());
  return (
    <Screen id={(route?.id ?? "about") as RouteId}>
      <EmptyState
        title={t("coming.title")}
        text={t("coming.text")}
        act={{ label: t("coming.act"), href: hrefOf("home") }}
      />
    </Screen>
  );
}
