import { useState, type ReactNode } from "react";
import { useEndReason } from "../../core/session.ts";
import { hasReturned } from "../../core/oidc-return.ts";
import { FirstStep, Returning } from "./SignInFirst.tsx";
import { SignInFrame } from "./SignInFrame.tsx";
import { SecondStep } from "./SignInSecond.tsx";

type Step =
  | { readonly at: "first"; readonly error?: string | undefined }
  | { readonly at: "returning" }
  | { readonly at: "second"; readonly ticket: string };

/** The operators' own sign-in: name and password or the identity provider, then the second factor. */
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
