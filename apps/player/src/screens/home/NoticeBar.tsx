import type { Notice as ClubNotice } from "@club/contract";
import { dayAt } from "@club/i18n";
import { clubNow, IconButton, type MarkdownProps, Notice, TextLink } from "@club/ui";
import { createElement, useState, type ReactNode } from "react";
import { useClubNotices } from "../../api/content.ts";
import { usePulse, type PulseNotice } from "../../core/heartbeat.ts";
import { useT } from "../../core/lang.ts";
import { lazyPart } from "../../core/lazy-page.ts";
import { hrefOf } from "../../core/routes.ts";
import { deviceZone } from "../../device/zone.ts";
import { storage } from "../../device/storage.ts";
import "./notices.css";

const SEEN_KEY = "notices-seen";
const MOST_KEPT = 50;

/**
 * The club's messages: notices of its editors, limits due for review, last month's activity, a
 * changed password. A dismissed one stays away on this device. Draws nothing when there is none.
 */
export function NoticeBar(): ReactNode {
  const t = useT();
  const { data = [] } = useClubNotices();
  const pulse = usePulse();
  const personal = pulse?.notices.map(({ key }) => key) ?? [];
  const [seen, setSeen] = useState(readSeen);
  const putAway = (id: string) => {
    const kept = [...seen, id].slice(-MOST_KEPT);
    storage.write(SEEN_KEY, JSON.stringify(kept));
    setSeen(kept);
  };
  const notices = data.filter((notice) => !seen.includes(notice.notice_id));
  const [activityId] = useState(() => `activity ${dayAt(clubNow(), deviceZone()).slice(0, 7)}`);
  const hasActivity = personal.includes("activity.month") && !seen.includes(activityId);
  const hasReview = personal.includes("limits.review");
  const password = passwordNotice(pulse?.notices ?? [], seen);
  if (notices.length === 0 && !hasActivity && !hasReview && password === null) return null;
  return (
    <section className="notice-bar" aria-label={t("notices.label")}>
      {notices.map((notice) => (
        <OneNotice
          key={notice.notice_id}
          notice={notice}
          onClose={() => putAway(notice.notice_id)}
        />
      ))}
      {hasReview && (
        <Notice tone="firm" icon="limits" title={t("notices.limits")}>
          <TextLink href={hrefOf("protection")} opens>
            {t("notices.open")}
          </TextLink>
        </Notice>
      )}
      {password !== null && (
        <PasswordNotice how={password.how} onClose={() => putAway(password.id)} />
      )}
      {hasActivity && (
        <div className="notice-one">
          <Notice tone="firm" icon="statement" title={t("notices.activity")}>
            <TextLink href={hrefOf("protection", { view: "activity" })} opens>
              {t("notices.open")}
            </TextLink>
          </Notice>
          <IconButton icon="close" label={t("act.close")} onPress={() => putAway(activityId)} />
        </div>
      )}
    </section>
  );
}

const loadText = async () => ({ default: (await import("./NoticeText.tsx")).NoticeText });

function OneNotice(props: {
  readonly notice: ClubNotice;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { notice } = props;
  return (
    <div className="notice-one">
      <Notice
        tone={notice.tone === "warning" ? "brass" : "firm"}
        icon={notice.tone === "warning" ? "alert" : "info"}
        title={notice.title}
      >
        {notice.body !== "" &&
          createElement(lazyPart<MarkdownProps>(loadText), {
            text: notice.body,
            waiting: <p>{notice.body}</p>,
          })}
      </Notice>
      <IconButton icon="close" label={t("act.close")} onPress={props.onClose} />
    </div>
  );
}

function PasswordNotice(props: {
  readonly how: "changed" | "reset";
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  return (
    <div className="notice-one">
      <Notice tone="brass" icon="alert" title={t(`password.told.${props.how}`)}>
        <p>{t("password.told.notYou")}</p>
      </Notice>
      <IconButton icon="close" label={t("act.close")} onPress={props.onClose} />
    </div>
  );
}

/** The notice of a changed password; null without a change, or once dismissed. */
function passwordNotice(
  personal: readonly PulseNotice[],
  seen: readonly string[],
): { readonly id: string; readonly how: "changed" | "reset" } | null {
  const params = personal.find(({ key }) => key === "password.set")?.params;
  const { how, at } = (params ?? {}) as { readonly how?: unknown; readonly at?: unknown };
  const id = `password ${String(at)}`;
  if (params === undefined || seen.includes(id)) return null;
  return { id, how: how === "reset" ? "reset" : "changed" };
}

function readSeen(): string[] {
  try {
    const kept: unknown = JSON.parse(storage.read(SEEN_KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((each) => typeof each === "string") : [];
  } catch {
    return [];
  }
}
