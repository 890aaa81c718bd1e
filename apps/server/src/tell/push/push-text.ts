import { createT, formatTime, isLanguage, type Language, type Translate } from "@club/i18n";
import { loadPlayerMessages, type PlayerMessages } from "@club/i18n/player";
import type { MessageKind } from "./push.queries.ts";

/** What the phone shows, and the screen that it opens. */
export interface PushText {
  title: string;
  body: string;
  tag: string;
  path: string;
}

/**
 * The words of a notification. They stand on a locked screen, so they name no amount and no result,
 * and promise nothing (promise G14).
 */
export async function pushText(
  message: { kind: MessageKind; payload: Record<string, unknown> },
  spoken: string,
): Promise<PushText> {
  const language: Language = isLanguage(spoken) ? spoken : "en";
  const t = createT(language, await loadPlayerMessages(language));
  const { kind, payload } = message;
  const fact = (name: string): string => {
    const value = payload[name];
    return typeof value === "string" || typeof value === "number" ? String(value) : "";
  };
  switch (kind) {
    case "race":
      return {
        title: t("push.race.title", { venue: fact("venue"), n: fact("number") }),
        body: t("push.race.body", {
          time: formatTime(fact("start_time"), fact("zone"), language),
        }),
        tag: `race-${fact("race_id")}`,
        path: `/pages/detail/detail?race=${fact("race_id")}`,
      };
    case "follow":
      return followText(t, payload, fact);
    case "settled":
      return {
        title: t("push.settled.title", { n: Number(payload["orders"] ?? 1) }),
        body: t("push.settled.body"),
        tag: "settled",
        path: "/pages/order/list?tab=settled",
      };
    case "password":
      return {
        title: t(payload["how"] === "reset" ? "password.told.reset" : "password.told.changed"),
        body: t("password.told.notYou"),
        tag: "password",
        path: "/pages/changePassword/changePassword",
      };
    case "top_up":
      return {
        title: t("push.topUp.title"),
        body: t("push.topUp.body"),
        tag: `topup-${fact("topup_id")}`,
        path: `/pages/recharge/recharge?topup=${fact("topup_id")}`,
      };
  }
}

/** Whom the player follows, before their race or match. */
function followText(
  t: Translate<PlayerMessages>,
  { who }: Record<string, unknown>,
  fact: (name: string) => string,
): PushText {
  const names = Array.isArray(who) ? who.join(", ") : "";
  const time = formatTime(fact("start_time"), fact("zone"), t.language);
  const raceId = fact("race_id");
  if (raceId === "") {
    const eventId = fact("event_id");
    const sides = { home: fact("home"), away: fact("away") };
    return {
      title: names,
      body: t("push.follow.match", { ...sides, time }),
      tag: `match-${eventId}`,
      path: `/pages/sport/detail?event=${eventId}`,
    };
  }
  return {
    title: names,
    body: t("push.follow.race", { venue: fact("venue"), n: fact("number"), time }),
    tag: `race-${raceId}`,
    path: `/pages/detail/detail?race=${raceId}`,
  };
}
