import type { Messages } from "../../../translate.ts";

/** Profile, devices, passkeys, passwords, notifications, about. */
export const en = {
  // Notifications on the phone: they stand on a locked screen.
  "push.race.title": "{venue}, race {n}",
  "push.race.body": "Jumps at {time}, the track’s time.",
  "push.settled.title.one": "Your bet is settled",
  "push.settled.title.other": "{n} of your bets are settled",
  "push.settled.body": "Open to see the result.",
  "push.topUp.title": "Your top-up has arrived",
  "push.topUp.body": "It is in your balance.",
} as const satisfies Messages;

export type ProfileKey = keyof typeof en;
