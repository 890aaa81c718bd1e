/** A value in a message: money in cents, an instant, a month such as "2026-11", or plain text. */
export type Fact = bigint | Date | { readonly month: string } | string;
export type Facts = Readonly<Record<string, Fact>>;

interface MessageKind {
  /**
   * Why it is sent. `law`: by mail, or by text message without an address. `safety`: on every
   * channel, since one of them may be compromised. `wish`: by mail only, and the player may turn it
   * off. `code`: to where the code was requested.
   */
  readonly askedBy: "law" | "safety" | "wish" | "code";
  /** The page of the app that shows it; null: there is none to open. */
  readonly screen: string | null;
  /** What its preview says. */
  readonly example: Facts;
}

const CODE = { askedBy: "code", screen: null, example: { code: "123456" } } as const;
const MONEY = { amount: 5000n, reference: "HC-4821-07" } as const;
const UNTIL = { until: new Date("2027-05-25T02:00:00Z") } as const;

/** Everything that a player is told outside the app. Its texts are `message.KIND.*` of packages/i18n. */
export const MESSAGE_KINDS = {
  register: CODE,
  reset: CODE,
  email_code: CODE,
  phone_code: CODE,
  no_account: { ...CODE, example: {} },
  top_up: { askedBy: "wish", screen: "/pages/recharge/record", example: MONEY },
  withdrawal_paid: { askedBy: "wish", screen: "/pages/withdraw/record", example: MONEY },
  withdrawal_refused: { askedBy: "law", screen: "/pages/withdraw/record", example: MONEY },
  bank_account: { askedBy: "safety", screen: "/pages/bankCard/bankCard", example: {} },
  email_changed: {
    askedBy: "safety",
    screen: "/pages/account/account",
    example: { address: "noor@example.org" },
  },
  phone_changed: {
    askedBy: "safety",
    screen: "/pages/account/account",
    example: { number: "•••678" },
  },
  new_device: {
    askedBy: "safety",
    screen: "/pages/account/account",
    example: { device: "Firefox · Android" },
  },
  passkey_added: {
    askedBy: "safety",
    screen: "/pages/account/account",
    example: { device: "Noor’s phone" },
  },
  password_changed: {
    askedBy: "safety",
    screen: "/pages/changePassword/changePassword",
    example: {},
  },
  password_reset: {
    askedBy: "safety",
    screen: "/pages/changePassword/changePassword",
    example: {},
  },
  limits: { askedBy: "law", screen: "/pages/protection/protection", example: {} },
  time_out: { askedBy: "law", screen: "/pages/protection/protection", example: UNTIL },
  exclusion: { askedBy: "law", screen: null, example: UNTIL },
  exclusion_for_good: { askedBy: "law", screen: null, example: {} },
  register_exclusion: { askedBy: "law", screen: "/pages/protection/protection", example: {} },
  register_over: { askedBy: "law", screen: "/pages/protection/protection", example: {} },
  activity: {
    askedBy: "law",
    screen: "/pages/protection/protection",
    example: {
      month: { month: "2026-10" },
      staked: 24_000n,
      returned: 18_150n,
      net: -5850n,
      topped_up: 10_000n,
      withdrawn: 0n,
    },
  },
  account_closed: { askedBy: "law", screen: null, example: {} },
} as const satisfies Readonly<Record<string, MessageKind>>;

export type MessageKindName = keyof typeof MESSAGE_KINDS;
/** The facts that its texts need. */
export type FactsOf<K extends MessageKindName> = {
  readonly [F in keyof (typeof MESSAGE_KINDS)[K]["example"]]: Fact;
};

export const MESSAGE_KIND_NAMES = Object.keys(MESSAGE_KINDS) as readonly MessageKindName[];

/**
 * Kinds that a player may turn off: those that neither the law nor the safety of the account
 * requires.
 */
export function mayBeRefused(kind: MessageKindName): boolean {
  return MESSAGE_KINDS[kind].askedBy === "wish";
}
