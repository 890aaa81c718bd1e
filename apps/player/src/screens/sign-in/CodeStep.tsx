import { formatCountdown } from "@club/i18n";
import { CodeField, useClock } from "@club/ui";
import type { ReactNode } from "react";
import { isRefusal } from "@club/client";
import { useClubFace } from "../../core/club-face.ts";
import { useT } from "../../core/lang.ts";
import { errorText } from "../../core/texts.ts";
import { SendAgain } from "./PhoneStep.tsx";
import { CODE_LENGTH, type PhoneDraft } from "./draft.ts";
import type { CodeState } from "./use-code.ts";

interface Props {
  readonly draft: PhoneDraft & { readonly code: string };
  readonly onChange: (part: { readonly code: string }) => void;
  readonly code: CodeState;
  readonly error: unknown;
}

/** The six digits, how long they are valid, where they were sent. */
export function CodeStep({ draft, onChange, code, error }: Props): ReactNode {
  const t = useT();
  const demoPhone = demoPhoneOf(useClubFace()?.demo_phone_url, code.sent);
  const validUntil = code.sent?.validUntil ?? 0;
  const left = useClock((nowMs) => formatCountdown(validUntil - nowMs).text);
  const isValid = useClock((nowMs) => validUntil > nowMs);
  return (
    <>
      <CodeField
        label={t("register.code")}
        value={draft.code}
        onChange={(digits) => onChange({ code: digits })}
        length={CODE_LENGTH}
        autoFocus
        labelEnd={
          <span className="mute">
            {isValid ? t("register.validFor", { time: left }) : t("register.codeOver")}
          </span>
        }
        error={isRefusal(error, "verification.refused") ? errorText(t, error) : undefined}
      />
      <div className="form-ends">
        <span className="mute">{t("register.sentTo", { phone: placesOf(code.sent) })}</span>
        <SendAgain draft={draft} code={code} />
      </div>
      {demoPhone !== null && (
        <a className="link" href={demoPhone} target="_blank" rel="noreferrer">
          {t("register.demoPhone")}
        </a>
      )}
    </>
  );
}

/** Where a demo shows what it sent there; null where the club is none. */
function demoPhoneOf(url: string | null | undefined, sent: CodeState["sent"]): string | null {
  if (typeof url !== "string" || sent === null) return null;
  return `${url}?to=${encodeURIComponent(sent.phone)}`;
}

/** The phone, and the address that is used where the club sends no text messages. */
function placesOf(sent: CodeState["sent"]): string {
  return [sent?.phone ?? "", sent?.email ?? ""].filter((place) => place !== "").join(" / ");
}
