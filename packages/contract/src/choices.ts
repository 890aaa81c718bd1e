/*
 * What the desk's pages offer to choose from, apart from the schemas that check it: who needs only
 * these loads no checker, which the console's policy for scripts would not let run.
 */

/** Whether somebody may play now, and if not, why. */
export const SEGMENT_STANDINGS = [
  "plays",
  "time_out",
  "excluded",
  "review",
  "frozen",
  "closed",
] as const;

/** What to look at: another player has the same device or account; an open complaint or case. */
export const SEGMENT_RISKS = ["shared_device", "shared_account", "complaint", "case"] as const;

export const SEGMENT_SORTS = ["name", "staked", "seen", "cash", "since"] as const;

/** How far a message to a segment is. */
export const MAILING_STATES = ["sending", "sent", "stopped"] as const;

/** Of the desk's lists of top-ups, withdrawals, payments and their arrivals. */
export const MONEY_SORTS = ["at", "amount"] as const;

export const BANK_LINE_SORTS = ["day", "amount"] as const;

export const ENTRY_SORTS = ["at"] as const;

export const SHOP_ORDER_SORTS = ["at", "cost"] as const;

export const INVITATION_SORTS = ["joined", "reward"] as const;

export const COMPLAINT_SORTS = ["filed", "due"] as const;

export const DOCUMENT_SORTS = ["sent", "player"] as const;

/** What was done, what was only looked at, and what was refused. */
export const AUDIT_KINDS = ["act", "read", "refused"] as const;

export const AUDIT_SORTS = ["at"] as const;

export const DESK_ORDER_SORTS = ["at", "cost", "paid"] as const;

/** By what the list of players can be sorted: columns of the console's table. */
export const PLAYER_SORTS = ["name", "full", "cash", "held", "since"] as const;

/** Of a race. */
export const MOST_TIPS = 6;
