import { EmptyState } from "@club/ui";
import type { ReactNode } from "react";
import { useT } from "../core/lang.ts";
import { hrefOf } from "../core/routes.ts";
import { Screen } from "../shell/Screen.tsx";

/** An address that is none of ours. */
export function NotFoundScreen(): ReactNode {
  const t = useT();
  return (
    <Screen id="about" title={t("notFound.title")}>
      <EmptyState
        title={t("notFound.title")}
        text={t("notFound.text")}
        act={{ label: t("coming.act"), href: hrefOf("home") }}
      />
    </Screen>
  );
}
