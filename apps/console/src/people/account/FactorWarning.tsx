import { Notice } from "@club/ui";
import type { ReactNode } from "react";
import { hasFactor, useOwnOperator } from "../../api/operators.ts";
import { useT } from "../../core/lang.ts";
import { hrefOf } from "../../core/paths.ts";
import { useSession } from "../../core/session.ts";

/** Warns on every page that only a password protects this account, until that is changed. */
export function FactorWarning(): ReactNode {
  const t = useT();
  const session = useSession();
  const own = useOwnOperator().data;
  if (session === null || own === undefined || hasFactor(own)) return null;
  return (
    <Notice tone={own.is_required ? "loss" : "brass"}>
      {t(own.is_required ? "factor.warnRequired" : "factor.warn")}{" "}
      <a href={hrefOf("settings")}>{t("factor.setUp")}</a>
    </Notice>
  );
}
