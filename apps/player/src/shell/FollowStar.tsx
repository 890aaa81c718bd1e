import { classes, Icon, showToast } from "@club/ui";
import type { ReactNode } from "react";
import { useFollow, type Followed } from "../api/follows.ts";
import { useT } from "../core/lang.ts";
import { errorText } from "../core/texts.ts";

/** Follows a runner, a person or a team, or lets it go. Without a session it leads to sign-in. */
export function FollowStar({ one }: { readonly one: Followed }): ReactNode {
  const t = useT();
  const { isFollowed, toggle } = useFollow(one);
  return (
    <button
      type="button"
      className={classes("meeting-star follow-star centred", isFollowed && "meeting-star-on")}
      aria-pressed={isFollowed}
      aria-label={t("follow.star", { name: one.name })}
      onClick={() => toggle((error) => showToast(errorText(t, error)))}
    >
      <Icon name="star" />
    </button>
  );
}
