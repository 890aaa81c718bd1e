import type { Withdrawal } from "@club/contract";
import { formatDateTime, formatMoney } from "@club/i18n";
import type { TagTone, TimeLineStep } from "@club/ui";
import type { T } from "../../core/lang.ts";
import { deviceZone } from "../../device/zone.ts";

export const WITHDRAWAL_TONE: Readonly<Record<Withdrawal["status"], TagTone>> = {
  requested: "brass",
  approved: "brass",
  paid: "turf",
  rejected: "loss",
  cancelled: "plain",
};

/** Whether it is still on its way. */
export function isOpen({ status }: Withdrawal): boolean {
  return status === "requested" || status === "approved";
}

/** How far a withdrawal is, from asking to the bank. */
export function stepsOf(t: T, withdrawal: Withdrawal, currency: string): TimeLineStep[] {
  const time = (at: string | null) =>
    at === null ? undefined : formatDateTime(at, deviceZone(), t.language);
  const { status, requested_at, approved_at, ended_at } = withdrawal;
  const asked: TimeLineStep = {
    id: "asked",
    title: t("withdraw.step.asked"),
    time: time(requested_at),
    state: "done",
  };
  if (status === "cancelled" || status === "rejected") {
    return [
      asked,
      {
        id: "ended",
        title: t(`withdraw.status.${status}`),
        note: joined(endNote(t, withdrawal, time), claimNote(t, withdrawal, currency)),
        time: time(ended_at),
        state: "failed",
      },
    ];
  }
  const isApproved = approved_at !== null;
  return [
    asked,
    {
      id: "check",
      title: t(isApproved ? "withdraw.step.approved" : "withdraw.step.check"),
      note: withdrawal.may_cancel ? t("withdraw.step.mayCancel") : undefined,
      time: time(approved_at),
      state: isApproved ? "done" : "wait",
    },
    {
      id: "paid",
      title: t("withdraw.step.paid"),
      note: status === "paid" ? undefined : t("withdraw.step.paidNote"),
      time: time(ended_at),
      state: status === "paid" ? "done" : isApproved ? "wait" : "next",
    },
  ];
}

/** The part of the returned money that repaid a corrected result; undefined: none of it. */
export function claimNote(
  t: T,
  { claimed_cents: cents }: Withdrawal,
  currency: string,
): string | undefined {
  if (cents === 0) return undefined;
  return t("withdraw.claimed", { money: formatMoney(cents, currency, t.language) });
}

function endNote(
  t: T,
  withdrawal: Withdrawal,
  time: (at: string | null) => string | undefined,
): string | undefined {
  if (withdrawal.status === "rejected") {
    const { reason } = withdrawal;
    return reason === null ? undefined : (t.find(`withdraw.reason.${reason}`) ?? reason);
  }
  if (withdrawal.cooling_cents === 0) return t("withdraw.step.returned");
  return t("withdraw.step.cooling", { time: time(withdrawal.releases_at) ?? "" });
}

function joined(...notes: readonly (string | undefined)[]): string | undefined {
  const said = notes.filter((note) => note !== undefined && note !== "");
  return said.length === 0 ? undefined : said.join(" · ");
}
