import { face } from "../../core/club-face.ts";
import { deviceZone } from "../../device/zone.ts";

/** The zone whose days the club counts in; the device's until the club has said it. */
export const clubZone = (): string => face.get()?.time_zone ?? deviceZone();
