import { checkBankAccount, Refusal, type BankAccountForm } from "@club/domain";

/** Where the account is: accounts are identified differently by place. */
export const PLACES = ["au", "iban", "other"] as const;
export type Place = (typeof PLACES)[number];

export interface Draft {
  readonly place: Place;
  readonly bank_name: string;
  readonly account_name: string;
  readonly account_number: string;
  readonly branch_code: string;
  readonly swift_bic: string;
  readonly currency: string;
}

export type Field = Exclude<keyof Draft, "place">;

export const EMPTY: Draft = {
  place: "au",
  bank_name: "",
  account_name: "",
  account_number: "",
  branch_code: "",
  swift_bic: "",
  currency: "AUD",
};

/** The fields that identify an account of a place, in their order. */
export const FIELDS: Readonly<Record<Place, readonly Field[]>> = {
  au: ["account_name", "bank_name", "branch_code", "account_number"],
  iban: ["account_name", "bank_name", "account_number", "swift_bic", "currency"],
  other: ["account_name", "bank_name", "account_number", "branch_code", "swift_bic", "currency"],
};

const CURRENCY: Readonly<Record<Place, string>> = { au: "AUD", iban: "EUR", other: "" };

/** Changes the place: values that are not asked for there are dropped. */
export function moveTo(draft: Draft, place: Place): Draft {
  return { ...draft, place, branch_code: "", swift_bic: "", currency: CURRENCY[place] };
}

export interface Fault {
  readonly field: Field;
  readonly rule: string;
}

/** What the club would refuse, by the same rules; undefined when it would accept. */
export function faultOf(draft: Draft): Fault | undefined {
  const { place: _, ...form } = draft;
  try {
    const account = checkBankAccount(form satisfies BankAccountForm);
    const isIban = /^[A-Z]{2}\d{2}/.test(account.accountNumber);
    // The rules go by the number alone; the player has said which kind it is.
    if (draft.place === "iban" && !isIban) return { field: "account_number", rule: "iban" };
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { field, rule } = error.params as { field: Field; rule: string };
    return { field, rule };
  }
}
