import { ClubMark, RailHero } from "@club/ui";
import type { ReactNode } from "react";
import { useT } from "../../core/lang.ts";

/** The pages that are there for who is not signed in. */
export function SignInFrame({ children }: { readonly children: ReactNode }): ReactNode {
  const t = useT();
  return (
    <main className="signin">
      <div className="signin-hero">
        <p>
          <ClubMark />
          {t("app.name")}
        </p>
        <RailHero title={t("signIn.hero")} />
      </div>
      {children}
    </main>
  );
}
