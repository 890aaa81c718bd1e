import { canUsePasskeys } from "@club/client";
import { Notice } from "@club/ui";
import { ConsoleButton, FactList, Panel } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { dropFactor, hasFactor, useOwnOperator, type OwnOperator } from "../../api/operators.ts";
import { useT } from "../../core/lang.ts";
import { whenText } from "../../core/time.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";
import { Listing } from "../../shell/Listing.tsx";
import { AddPasskey, Begin, Renew, Scan, type Step, type StepProps } from "./FactorSteps.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";
import "../people.css";

/** The operator's own second factors: none, being set up, or on; recovery codes beside them. */
export function FactorPanel(): ReactNode {
  const t = useT();
  const query = useOwnOperator();
  const [step, setStep] = useState<Step>({ at: "state" });
  return (
    <Panel title={t("factor.title")} padded>
      <Listing query={query} rows={3}>
        {(own) => <StepBody own={own} step={step} onStep={setStep} />}
      </Listing>
    </Panel>
  );
}

function StepBody(props: StepProps & { readonly step: Step }): ReactNode {
  const { step, onStep } = props;
  switch (step.at) {
    case "state":
      return hasFactor(props.own) ? <On {...props} /> : <Off {...props} />;
    case "begin":
      return <Begin {...props} />;
    case "passkey":
      return <AddPasskey {...props} />;
    case "renew":
      return <Renew {...props} />;
    case "scan":
      return <Scan {...props} enrolment={step.enrolment} />;
    case "codes":
      return <RecoveryCodes codes={step.codes} onDone={() => onStep({ at: "state" })} />;
  }
}

function Off({ own, onStep }: StepProps): ReactNode {
  const t = useT();
  return (
    <div className="form">
      <Notice tone="brass" title={t("factor.offTitle")}>
        {t(own.is_required ? "factor.offRequired" : "factor.off")}
      </Notice>
      <div className="acts">
        <ConsoleButton kind="primary" icon="shield" onPress={() => onStep({ at: "begin" })}>
          {t("factor.setUp")}
        </ConsoleButton>
        <PasskeyButton onStep={onStep} />
      </div>
    </div>
  );
}

function PasskeyButton({ onStep }: Pick<StepProps, "onStep">): ReactNode {
  const t = useT();
  const reason = canUsePasskeys() ? undefined : t("passkeys.unavailable");
  return (
    <ConsoleButton icon="key" reason={reason} onPress={() => onStep({ at: "passkey" })}>
      {t("passkeys.add")}
    </ConsoleButton>
  );
}

/** What would be removed: a passkey, or the authenticator. */
interface Leaving {
  readonly id: string | null;
  readonly name: string;
}

function On({ own, onStep }: StepProps): ReactNode {
  const t = useT();
  const [leaving, setLeaving] = useState<Leaving | null>(null);
  const hasCodes = own.factor_since !== null;
  const authenticator = { id: null, name: t("factor.authenticator") };
  return (
    <div className="form">
      <FactList
        facts={[
          {
            label: t("factor.authenticator"),
            value: hasCodes
              ? `${t("factor.since")} ${whenText(t, own.factor_since ?? "")}`
              : t("factor.notSetUp"),
            ...(hasCodes && { check: "ok" as const }),
          },
          { label: t("factor.recoveryLeft"), value: own.recovery_left },
        ]}
      />
      <div className="acts">
        <ConsoleButton onPress={() => onStep({ at: "renew" })}>{t("factor.renew")}</ConsoleButton>
        <ConsoleButton onPress={() => onStep({ at: "begin" })}>
          {t(hasCodes ? "factor.replace" : "factor.addAuthenticator")}
        </ConsoleButton>
        {hasCodes && (
          <ConsoleButton onPress={() => setLeaving(authenticator)}>
            {t("factor.removeAuthenticator")}
          </ConsoleButton>
        )}
      </div>
      <h3 className="passkeys-title">{t("passkeys.title")}</h3>
      <PasskeyList own={own} onRemove={setLeaving} />
      <div className="acts">
        <PasskeyButton onStep={onStep} />
      </div>
      {leaving !== null && <RemoveDialog leaving={leaving} onClose={() => setLeaving(null)} />}
    </div>
  );
}

function PasskeyList(props: {
  readonly own: OwnOperator;
  readonly onRemove: (leaving: Leaving) => void;
}): ReactNode {
  const t = useT();
  const { passkeys } = props.own;
  if (passkeys.length === 0) return <p className="mute">{t("passkeys.none")}</p>;
  return (
    <ul className="passkeys" aria-label={t("passkeys.title")}>
      {passkeys.map(({ passkey_id: id, name, created_at: made, last_used_at: used }) => (
        <li key={id}>
          <span>
            <b>{name}</b>{" "}
            <span className="mute small">
              {used === null
                ? t("passkeys.madeAt", { when: whenText(t, made) })
                : t("passkeys.usedAt", { when: whenText(t, used) })}
            </span>
          </span>
          <ConsoleButton
            icon="trash"
            label={t("passkeys.remove", { name })}
            onPress={() => props.onRemove({ id, name })}
          />
        </li>
      ))}
    </ul>
  );
}

function RemoveDialog(props: {
  readonly leaving: Leaving;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { leaving, onClose } = props;
  const { id, name } = leaving;
  const run = async () => {
    await dropFactor(id);
    return id === null ? t("factor.removed") : t("passkeys.removed", { name });
  };
  const title = id === null ? t("factor.removeAuthenticator") : t("passkeys.remove", { name });
  return (
    <AskDialog
      title={title}
      text={t(id === null ? "factor.removeText" : "passkeys.removeText")}
      label={title}
      danger
      reason="none"
      run={run}
      onClose={onClose}
    />
  );
}
