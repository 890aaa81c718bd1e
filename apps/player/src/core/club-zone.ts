import { dayAt } from "@club/i18n";
import { clubNow } from "@club/ui";
import { deviceZone } from "../device/zone.ts";
import { face } from "./club-face.ts";

/** The zone whose days the club counts in; the device's until the club has said it. */
export const clubZone = (): string => face.get()?.time_zone ?? deviceZone();

/** The day that it is at the club. */
export const clubToday = (): string => dayAt(clubNow(), clubZone());
