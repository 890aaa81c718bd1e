import type { VerificationPurpose } from "@club/contract";
import { clubNow } from "@club/ui";
import { useState } from "react";
import { useSendCode } from "../../api/sign-up.ts";

const RESEND_AFTER_MS = 60_000;

export interface SentCode {
  readonly phone: string;
  /** Where it went if the club sends no text messages; empty: none was given. */
  readonly email: string;
  readonly verificationId: string;
  readonly timestamp: number;
  /** In milliseconds of the club's clock. */
  readonly validUntil: number;
  readonly againAt: number;
}

export interface CodeState {
  readonly sent: SentCode | null;
  readonly isSending: boolean;
  readonly error: unknown;
  readonly send: (phone: string) => void;
}

/** The code by text message or e-mail: whether sent, how long valid, when another can be requested. */
export function useCode(purpose: VerificationPurpose, email = ""): CodeState {
  const [sent, setSent] = useState<SentCode | null>(null);
  const sending = useSendCode(purpose);
  const send = (phone: string) =>
    sending.mutate({ phone, email }, {
      onSuccess: ({ verification_id, timestamp, expires_in }) =>
        setSent({
          phone,
          email,
          verificationId: verification_id,
          timestamp,
          validUntil: clubNow() + expires_in * 1000,
          againAt: clubNow() + RESEND_AFTER_MS,
        }),
    });
  return { sent, isSending: sending.isPending, error: sending.error, send };
}
