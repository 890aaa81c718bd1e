import { useState, type ReactNode } from "react";
import { go } from "../address.ts";
import { useT } from "../lang.ts";
import { takeWanted } from "../login-gate.ts";
import { LanguageButton } from "../shell/LanguageButton.tsx";
import { Screen } from "../shell/Screen.tsx";
import { BirthDateForm } from "./account/BirthDateForm.tsx";
import { RegisterForm } from "./register/RegisterForm.tsx";
import "../pages.css";

/** Signing up: the account first, then the date of birth with its reason. Route: /pages/login/register */
export function RegisterScreen(): ReactNode {
  const t = useT();
  const [isMade, setMade] = useState(false);
  const leave = () => go(takeWanted(), { replace: true });
  return (
    <Screen id="register" title={isMade ? t("birth.title") : undefined} end={<LanguageButton />}>
      {isMade ? (
        <BirthDateForm onDone={leave} onLater={leave} />
      ) : (
        <RegisterForm onMade={() => setMade(true)} />
      )}
    </Screen>
  );
}
