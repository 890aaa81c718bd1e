import { canUsePasskeys } from "@club/client";
import { Notice, showToast } from "@club/ui";
import { ConsoleButton, ConsoleField } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import {
  addPasskey,
  finishEnrolment,
  hasFactor,
  newRecoveryCodes,
  startEnrolment,
  type Enrolment,
  type OwnOperator,
  type Shows,
} from "../../api/operators.ts";
import { useAct } from "../../api/use-act.ts";
import { deviceName } from "../../core/device-name.ts";
import { useT } from "../../core/lang.ts";
import { ErrorNotice } from "../../shell/AskDialog.tsx";

export type Step =
  | { readonly at: "state" }
  | { readonly at: "begin" | "renew" | "passkey" }
  | { readonly at: "scan"; readonly enrolment: Enrolment }
  | { readonly at: "codes"; readonly codes: readonly string[] };

export interface StepProps {
  readonly own: OwnOperator;
  readonly onStep: (step: Step) => void;
}

export function Begin({ own, onStep }: StepProps): ReactNode {
  const t = useT();
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const act = useAct(async () => {
    const totp = code.trim();
    const fields = { password, ...(totp !== "" && { totp }) };
    onStep({ at: "scan", enrolment: await startEnrolment(fields) });
  });
  const hasFactor = own.factor_since !== null;
  const isMissing = password === "" || (hasFactor && code.trim() === "");
  return (
    <StepForm
      text={t("factor.beginText")}
      error={act.error}
      busy={act.busy}
      label={t("factor.next")}
      missing={isMissing ? t("factor.fieldsMissing") : undefined}
      onSubmit={() => void act.run()}
      onBack={() => onStep({ at: "state" })}
    >
      <PasswordField value={password} onChange={setPassword} />
      {hasFactor && (
        <ConsoleField label={t("factor.oldCode")} value={code} onChange={setCode} look="figure" />
      )}
    </StepForm>
  );
}

export function Scan({
  enrolment,
  onStep,
}: StepProps & { readonly enrolment: Enrolment }): ReactNode {
  const t = useT();
  const [code, setCode] = useState("");
  const act = useAct(async () => {
    onStep({ at: "codes", codes: (await finishEnrolment({ totp: code.trim() })).recovery_codes });
  });
  const parts = enrolment.secret.match(/.{1,4}/g) ?? [];
  return (
    <StepForm
      text={t("factor.scanText")}
      error={act.error}
      busy={act.busy}
      label={t("factor.turnOn")}
      missing={code.trim() === "" ? t("factor.codeMissing") : undefined}
      onSubmit={() => void act.run()}
      onBack={() => onStep({ at: "state" })}
    >
      <div className="factor-scan">
        <img
          src={`data:image/svg+xml,${encodeURIComponent(enrolment.qr_svg)}`}
          alt={t("factor.qr")}
          width={208}
          height={208}
        />
        <div className="form">
          <p className="mute small">{t("factor.byHand")}</p>
          <code className="mono">{parts.join(" ")}</code>
          <ConsoleField
            label={t("factor.code")}
            autoComplete="one-time-code"
            look="figure"
            value={code}
            onChange={setCode}
            autoFocus
          />
        </div>
      </div>
    </StepForm>
  );
}

export function Renew({ own, onStep }: StepProps): ReactNode {
  const t = useT();
  const [code, setCode] = useState("");
  const act = useAct(async (shows: Shows) => {
    onStep({ at: "codes", codes: await newRecoveryCodes(shows) });
  });
  const hasCodes = own.factor_since !== null;
  return (
    <StepForm
      text={t("factor.renewText")}
      error={act.error}
      busy={act.busy}
      label={t("factor.renew")}
      missing={code.trim() === "" ? t("factor.codeMissing") : undefined}
      onSubmit={() => void act.run({ totp: code.trim() })}
      onBack={() => onStep({ at: "state" })}
    >
      {own.passkeys.length > 0 && canUsePasskeys() && (
        <ConsoleButton icon="key" busy={act.busy} onPress={() => void act.run("passkey")}>
          {t("signIn.byPasskey")}
        </ConsoleButton>
      )}
      <ConsoleField
        label={t(hasCodes ? "factor.code" : "signIn.recovery")}
        look="figure"
        value={code}
        onChange={setCode}
        autoFocus
      />
    </StepForm>
  );
}

/** Adds a passkey on this device: the password, a name, then the browser asks. */
export function AddPasskey({ own, onStep }: StepProps): ReactNode {
  const t = useT();
  const [password, setPassword] = useState("");
  const [name, setName] = useState(() => deviceName(navigator.userAgent) ?? "");
  const act = useAct(async () => {
    const codes = await addPasskey(password, name.trim());
    showToast(t("passkeys.made", { name: name.trim() }));
    onStep(codes === null ? { at: "state" } : { at: "codes", codes });
  });
  const isMissing = password === "" || name.trim() === "";
  return (
    <StepForm
      text={t("passkeys.addText")}
      error={act.error}
      busy={act.busy}
      label={t("passkeys.make")}
      missing={isMissing ? t("passkeys.nameMissing") : undefined}
      onSubmit={() => void act.run()}
      onBack={() => onStep({ at: "state" })}
    >
      <PasswordField value={password} onChange={setPassword} />
      <ConsoleField label={t("passkeys.name")} value={name} onChange={setName} />
      {!hasFactor(own) && <Notice tone="turf">{t("factor.codesText")}</Notice>}
    </StepForm>
  );
}

function StepForm(props: {
  readonly text: string;
  readonly error: string | undefined;
  readonly busy: boolean;
  readonly label: string;
  readonly missing: string | undefined;
  readonly onSubmit: () => void;
  readonly onBack: () => void;
  readonly children: ReactNode;
}): ReactNode {
  const t = useT();
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (props.missing === undefined && !props.busy) props.onSubmit();
      }}
    >
      <p className="mute">{props.text}</p>
      {props.children}
      <ErrorNotice text={props.error} />
      <div className="acts">
        <ConsoleButton kind="primary" type="submit" busy={props.busy} reason={props.missing}>
          {props.label}
        </ConsoleButton>
        <ConsoleButton onPress={props.onBack}>{t("act.cancel")}</ConsoleButton>
      </div>
    </form>
  );
}

/** Asks for the operator's password again. */
function PasswordField(props: {
  readonly value: string;
  readonly onChange: (text: string) => void;
}): ReactNode {
  return (
    <ConsoleField
      {...props}
      label={useT()("signIn.password")}
      type="password"
      autoComplete="current-password"
      autoFocus
    />
  );
}
