import { Notice } from "@club/ui";
import { ConsoleButton, ConsoleField, FactList, Panel } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import {
  finishEnrolment,
  newRecoveryCodes,
  startEnrolment,
  useOwnOperator,
  type Enrolment,
  type OwnOperator,
} from "../api/people.ts";
import { useAct } from "../api/use-act.ts";
import { useT } from "../lang.ts";
import { Listing } from "../shell/Listing.tsx";
import { whenText } from "../when.ts";
import { RecoveryCodes } from "./RecoveryCodes.tsx";
import "./people.css";

type Step =
  | { readonly at: "state" }
  | { readonly at: "begin" | "renew" }
  | { readonly at: "scan"; readonly enrolment: Enrolment }
  | { readonly at: "codes"; readonly codes: readonly string[] };

/** The own second factor: off, being set up, on; its recovery codes. */
export function FactorPanel(): ReactNode {
  const t = useT();
  const query = useOwnOperator();
  const [step, setStep] = useState<Step>({ at: "state" });
  return (
    <Panel title={t("factor.title")} padded>
      <Listing query={query} data={query.data} rows={3}>
        {(own) => <StepBody own={own} step={step} onStep={setStep} />}
      </Listing>
    </Panel>
  );
}

interface StepProps {
  readonly own: OwnOperator;
  readonly onStep: (step: Step) => void;
}

function StepBody(props: StepProps & { readonly step: Step }): ReactNode {
  const { step, onStep } = props;
  switch (step.at) {
    case "state":
      return <State {...props} />;
    case "begin":
      return <Begin {...props} />;
    case "renew":
      return <Renew {...props} />;
    case "scan":
      return <Scan {...props} enrolment={step.enrolment} />;
    case "codes":
      return <RecoveryCodes codes={step.codes} onDone={() => onStep({ at: "state" })} />;
  }
}

function State({ own, onStep }: StepProps): ReactNode {
  const t = useT();
  const begin = () => onStep({ at: "begin" });
  if (own.factor_since === null) {
    return (
      <div className="form">
        <Notice tone="brass" title={t("factor.offTitle")}>
          {t(own.is_required ? "factor.offRequired" : "factor.off")}
        </Notice>
        <div className="acts">
          <ConsoleButton kind="primary" icon="shield" onPress={begin}>
            {t("factor.setUp")}
          </ConsoleButton>
        </div>
      </div>
    );
  }
  return (
    <div className="form">
      <FactList
        facts={[
          { label: t("factor.since"), value: whenText(t, own.factor_since), check: "ok" },
          { label: t("factor.recoveryLeft"), value: own.recovery_left },
        ]}
      />
      <div className="acts">
        <ConsoleButton onPress={() => onStep({ at: "renew" })}>{t("factor.renew")}</ConsoleButton>
        <ConsoleButton onPress={begin}>{t("factor.replace")}</ConsoleButton>
      </div>
    </div>
  );
}

function Begin({ own, onStep }: StepProps): ReactNode {
  const t = useT();
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const act = useAct(async () => {
    onStep({ at: "scan", enrolment: await startEnrolment(password, code.trim()) });
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
      <ConsoleField
        label={t("signIn.password")}
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        autoFocus
      />
      {hasFactor && (
        <ConsoleField label={t("factor.oldCode")} value={code} onChange={setCode} look="figure" />
      )}
    </StepForm>
  );
}

function Scan({ enrolment, onStep }: StepProps & { readonly enrolment: Enrolment }): ReactNode {
  const t = useT();
  const [code, setCode] = useState("");
  const act = useAct(async () => {
    onStep({ at: "codes", codes: await finishEnrolment(code.trim()) });
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

function Renew({ onStep }: StepProps): ReactNode {
  const t = useT();
  const [code, setCode] = useState("");
  const act = useAct(async () => {
    onStep({ at: "codes", codes: await newRecoveryCodes(code.trim()) });
  });
  return (
    <StepForm
      text={t("factor.renewText")}
      error={act.error}
      busy={act.busy}
      label={t("factor.renew")}
      missing={code.trim() === "" ? t("factor.codeMissing") : undefined}
      onSubmit={() => void act.run()}
      onBack={() => onStep({ at: "state" })}
    >
      <ConsoleField
        label={t("factor.code")}
        look="figure"
        value={code}
        onChange={setCode}
        autoFocus
      />
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
      {props.error !== undefined && (
        <Notice tone="loss" alert>
          {props.error}
        </Notice>
      )}
      <div className="acts">
        <ConsoleButton kind="primary" type="submit" busy={props.busy} reason={props.missing}>
          {props.label}
        </ConsoleButton>
        <ConsoleButton onPress={props.onBack}>{t("act.cancel")}</ConsoleButton>
      </div>
    </form>
  );
}
