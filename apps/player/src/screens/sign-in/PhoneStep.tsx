import { Button, Field, SelectField, useClock } from "@club/ui";
import { formatCountdown } from "@club/i18n";
import type { ReactNode } from "react";
import { useT } from "../../core/lang.ts";
import { errorText } from "../../core/texts.ts";
import { COUNTRY_CODES } from "./country-codes.table.ts";
import { canSendCode, wholePhone, type PhoneDraft } from "./draft.ts";
import type { CodeState } from "./use-code.ts";

interface Props {
  readonly draft: PhoneDraft;
  readonly onChange: (part: Partial<PhoneDraft>) => void;
  readonly code: CodeState;
}

/** The phone that the code goes to. */
export function PhoneStep({ draft, onChange, code }: Props): ReactNode {
  const t = useT();
  return (
    <>
      <div className="form-row form-phone">
        <SelectField
          label={t("register.country")}
          name="tel-country-code"
          value={draft.country}
          options={COUNTRY_CODES.map(({ id, name }) => ({ id, label: `${id} ${name}` }))}
          onChange={(country) => onChange({ country })}
        />
        <Field
          label={t("register.phone")}
          name="tel"
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          value={draft.phone}
          onChange={(phone) => onChange({ phone })}
          maxLength={20}
          required
        />
      </div>
      {code.sent === null && (
        <Button
          icon="message"
          wide
          busy={code.isSending}
          busyText={t("state.sending")}
          reason={canSendCode(draft) ? undefined : ""}
          onPress={() => code.send(wholePhone(draft))}
        >
          {t("register.sendCode")}
        </Button>
      )}
      {code.error !== null && (
        <p className="field-note field-error" role="alert">
          {errorText(t, code.error)}
        </p>
      )}
    </>
  );
}

/** When another code can be requested: a countdown, then a button. */
export function SendAgain({ draft, code }: Pick<Props, "draft" | "code">): ReactNode {
  const t = useT();
  const againAt = code.sent?.againAt ?? 0;
  const left = useClock((nowMs) => formatCountdown(againAt - nowMs).text);
  const isWaiting = useClock((nowMs) => againAt > nowMs);
  if (isWaiting) return <b className="mute">{t("register.againIn", { time: left })}</b>;
  return (
    <Button kind="text" busy={code.isSending} onPress={() => code.send(wholePhone(draft))}>
      {t("register.again")}
    </Button>
  );
}
