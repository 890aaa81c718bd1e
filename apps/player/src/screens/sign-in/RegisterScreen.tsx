import { useEffect, useState, type ReactNode } from "react";
import { go } from "../../core/address.ts";
import { useT } from "../../core/lang.ts";
import { takeWanted } from "../../core/login-gate.ts";
import { LanguageButton } from "../../shell/LanguageButton.tsx";
import { Screen } from "../../shell/Screen.tsx";
import { BirthDateForm } from "./BirthDateForm.tsx";
import { FirstLimits } from "./FirstLimits.tsx";
import { RegisterForm } from "./RegisterForm.tsx";
import "../../shell/pages.css";

type Step = "account" | "birth" | "limits";

const TITLES = { account: undefined, birth: "birth.title", limits: "firstLimits.title" } as const;

/** Signing up: the account, the date of birth with its reason, limits. Route: /pages/login/register */
export function RegisterScreen(): ReactNode {
  const t = useT();
  const [step, setStep] = useState<Step>("account");
  const title = TITLES[step];
  const offerLimits = () => setStep("limits");
  // Each step starts at its top, however far down the last step's button was.
  useEffect(() => {
    scrollTo(0, 0);
    if (step !== "account") document.getElementById("main")?.focus({ preventScroll: true });
  }, [step]);
  return (
    <Screen id="register" title={title && t(title)} end={<LanguageButton />}>
      {step === "account" && (
        <RegisterForm onMade={({ hasBirthDay }) => setStep(hasBirthDay ? "limits" : "birth")} />
      )}
      {step === "birth" && <BirthDateForm onDone={offerLimits} onLater={offerLimits} />}
      {step === "limits" && <FirstLimits onDone={() => go(takeWanted(), { replace: true })} />}
    </Screen>
  );
}
