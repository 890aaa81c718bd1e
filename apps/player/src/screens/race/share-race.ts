import type { RaceDetail } from "@club/contract";
import { formatTime } from "@club/i18n";
import { showToast } from "@club/ui";
import type { T } from "../../core/lang.ts";
import { hrefOf } from "../../core/routes.ts";

/** Shares the race's link through the device's sheet; where there is none, copies it. */
export async function shareRace(t: T, race: RaceDetail): Promise<void> {
  const url = new URL(hrefOf("detail", { race: race.race_id }), location.href).href;
  const title = `${race.meetings} ${t("race.short", { n: race.raceNo })}`;
  const text = t("detail.shareText", {
    race: `${title} ${race.name}`,
    time: formatTime(race.start_time, race.timezone, t.language),
  });
  try {
    if (typeof navigator.share === "function") {
      await navigator.share({ title, text, url });
      return;
    }
    await navigator.clipboard.writeText(url);
    showToast(t("detail.linkCopied"));
  } catch (error) {
    // Usually the player changed their mind.
    console.info("share", error);
  }
}
