import { FactList, type Fact, PanelHead, PanelState } from "@club/ui/console";
import type { ReactNode } from "react";
import { usePlayer, type PlayerDetail } from "../../api/players.ts";
import { useT } from "../../core/lang.ts";
import { hrefOf } from "../../core/paths.ts";

/** The player whose money it is: the name with a link, and what the decision needs. */
export function PlayerFacts(props: {
  readonly playerId: string;
  readonly rows: number;
  readonly facts: (player: PlayerDetail) => readonly Fact[];
}): ReactNode {
  const t = useT();
  const { data } = usePlayer(props.playerId);
  return (
    <>
      <PanelHead
        title={data?.full_name ?? data?.user_name ?? t("approvals.player")}
        end={
          <a className="turf" href={hrefOf("player", props.playerId)}>
            <b>{t("approvals.openPlayer")}</b>
          </a>
        }
      />
      {data === undefined ? (
        <PanelState state="loading" rows={props.rows} />
      ) : (
        <FactList facts={props.facts(data)} />
      )}
    </>
  );
}
