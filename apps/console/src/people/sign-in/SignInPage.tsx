import { useClubFace } from "../../api/club-settings.ts";
import { ClubMark, RailHero } from "@club/ui";
import { useState, type ReactNode } from "react";
import { useT } from "../../core/lang.ts";
import { hasReturned } from "../../core/oidc-return.ts";
import { useEndReason } from "../../core/session.ts";
import { FirstStep, Returning } from "./SignInFirst.tsx";
import { SecondStep } from "./SignInSecond.tsx";

type Step =
  | { readonly at: "first"; readonly error?: string | undefined }
  | { readonly at: "returning" }
  | { readonly at: "second"; readonly ticket: string };

/** The operators' sign-in: name and password or the identity provider, then the second factor. */
export function SignInPage(): ReactNode {
  const ended = useEndReason();
  const [step, setStep] = useState<Step>(() => ({ at: hasReturned() ? "returning" : "first" }));
  const goOn = (ticket: string | null) => {
    if (ticket !== null) setStep({ at: "second", ticket });
  };
  return (
    <SignInFrame>
      {step.at === "first" && (
        <FirstStep isExpired={ended === "expired"} before={step.error} onDone={goOn} />
      )}
      {step.at === "returning" && (
        <Returning onDone={goOn} onFail={(error) => setStep({ at: "first", error })} />
      )}
      {step.at === "second" && (
        <SecondStep ticket={step.ticket} onBack={() => setStep({ at: "first" })} />
      )}
    </SignInFrame>
  );
}

/** The frame of pages for people who are not signed in. */
export function SignInFrame({ children }: { readonly children: ReactNode }): ReactNode {
  const t = useT();
  const face = useClubFace().data;
  return (
    <main className="signin">
      <div className="signin-hero">
        <p>
          <ClubMark logo={face?.logo_url} />
          {face?.name ?? t("app.name")}
        </p>
        <RailHero title={t("signIn.hero")} />
      </div>
      {children}
    </main>
  );
}
