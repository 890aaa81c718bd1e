import type { SearchHit } from "@club/contract";
import { Cloth, Icon, Tap, type IconName } from "@club/ui";
import type { ReactNode } from "react";
import { useT } from "../../core/lang.ts";
import { hrefOfHit, metaOfHit, nameOfHit, timeOfHit } from "./hit-words.ts";

const ICONS = {
  runner: "races",
  jockey: "account",
  trainer: "users",
  meeting: "races",
  team: "ball",
} as const satisfies Record<SearchHit["kind"], IconName>;

/** One hit: who it is, where it is found next, and when. */
export function FoundRow(props: {
  readonly hit: SearchHit;
  readonly onChosen: () => void;
  /** Beside the row: the star that follows it. */
  readonly children?: ReactNode;
}): ReactNode {
  const t = useT();
  const { hit, onChosen } = props;
  const { kind, horse, race, match } = hit;
  const isOnCard = race !== null || match !== null;
  return (
    <li className="find-item across">
      <Tap
        className="find-row across"
        href={isOnCard ? hrefOfHit(hit) : undefined}
        onPress={isOnCard ? onChosen : undefined}
      >
        {kind === "runner" && horse !== null ? (
          <Cloth number={horse.horse_id} />
        ) : (
          <Icon name={ICONS[kind]} className="find-icon" />
        )}
        <span className="row-text">
          <b>{nameOfHit(t, hit)}</b>
          <span className="mute">{isOnCard ? metaOfHit(t, hit) : t("follow.notOnCard")}</span>
        </span>
        <span className="find-time fig">
          {match?.is_live === true ? t("find.inPlay") : timeOfHit(t, race, match)}
        </span>
      </Tap>
      {props.children}
    </li>
  );
}
