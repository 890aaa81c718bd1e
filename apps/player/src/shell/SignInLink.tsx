import type { ReactNode } from "react";
import { useT } from "../core/lang.ts";
import { hrefOf } from "../core/routes.ts";

/** In the head while nobody is signed in. */
export function SignInLink(): ReactNode {
  const t = useT();
  return (
    <a className="head-link" href={hrefOf("login")}>
      {t("act.signIn")}
    </a>
  );
}
