import type { SignUpField } from "@club/contract";
import type { T } from "../../core/lang.ts";
import { birthOf } from "./BirthDay.tsx";

export interface PhoneDraft {
  readonly country: string;
  readonly phone: string;
}

export interface Draft extends PhoneDraft {
  readonly userName: string;
  readonly password: string;
  readonly code: string;
  readonly inviteCode: string;
  /** May be left out, unless the club asks for it. */
  readonly email: string;
  /** Where the club asks for them. */
  readonly fullName: string;
  readonly birthDay: string;
  readonly postcode: string;
  readonly isAgreed: boolean;
}

export const CODE_LENGTH = 6;
export const LEAST_PASSWORD = 8;
const LEAST_USER_NAME = 3;
const LEAST_PHONE = 6;
const GOOD_PASSWORD = 12;
const STRONG_PASSWORD = 16;

/** The first thing that is missing, said under the button. The server has the last word. */
export function missingOf(t: T, draft: Draft, isCodeSent: boolean): string | undefined {
  if (draft.userName.trim().length < LEAST_USER_NAME) return t("register.needUserName");
  if (draft.password.length < LEAST_PASSWORD) return t("register.needPassword");
  if (draft.email.trim() !== "" && emailOf(draft) === "") return t("register.needEmail");
  if (phoneDigits(draft).length < LEAST_PHONE) return t("register.needPhone");
  if (!isCodeSent) return t("register.needCode");
  const left = CODE_LENGTH - draft.code.length;
  if (left > 0) return t("register.needDigits", { n: left });
  return draft.isAgreed ? undefined : t("register.needAgree");
}

const FACTS = {
  full_name: { isGiven: ({ fullName }) => fullName.trim() !== "", need: "profile.needName" },
  date_of_birth: { isGiven: ({ birthDay }) => birthOf(birthDay).isDay, need: "birth.need" },
  postcode: { isGiven: ({ postcode }) => postcode.trim() !== "", need: "register.needPostcode" },
  email: { isGiven: (draft) => emailOf(draft) !== "", need: "register.needOwnEmail" },
} as const satisfies Record<SignUpField, { isGiven: (draft: Draft) => boolean; need: string }>;

/** The first of what the club asks for that is missing. */
export function missingFact(
  t: T,
  draft: Draft,
  asked: readonly SignUpField[],
): string | undefined {
  const missing = asked.find((field) => !FACTS[field].isGiven(draft));
  return missing && t(FACTS[missing].need);
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** The address, or empty while it is none. The server has the last word. */
export function emailOf({ email }: Pick<Draft, "email">): string {
  return EMAIL.test(email.trim()) ? email.trim() : "";
}

export function phoneDigits({ phone }: PhoneDraft): string {
  return phone.replace(/\D/g, "");
}

/** The number as it is sent: country code, then the number without its leading zeros. */
export function wholePhone(draft: PhoneDraft): string {
  return `${draft.country}${phoneDigits(draft).replace(/^0+/, "")}`;
}

export function canSendCode(draft: PhoneDraft): boolean {
  return phoneDigits(draft).length >= LEAST_PHONE;
}

export interface Strength {
  readonly share: number;
  readonly word: "short" | "fair" | "good" | "strong";
  readonly tone: "loss" | "brass" | "turf";
}

/** Length is what makes a pass phrase strong; repeats of one character are not length. */
export function strengthOf(password: string): Strength | null {
  if (password === "") return null;
  const length = new Set(password).size < LEAST_PASSWORD / 2 ? 0 : password.length;
  const share = Math.min(1, password.length / STRONG_PASSWORD);
  if (length < LEAST_PASSWORD) return { share: Math.min(share, 0.3), word: "short", tone: "loss" };
  if (length < GOOD_PASSWORD) return { share, word: "fair", tone: "brass" };
  return { share, word: length < STRONG_PASSWORD ? "good" : "strong", tone: "turf" };
}
