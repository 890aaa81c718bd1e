import type { RaceDetail } from "@club/contract";
import { formatTimeExact } from "@club/i18n";
import { ListGroup, ListRow } from "@club/ui";
import type { ReactNode } from "react";
import { useT } from "../../core/lang.ts";
import { shortHash } from "../../core/texts.ts";

/** The facts of a race that can be checked: the seal over its bets, and the draw of a demo race. */
export function RaceFacts({ race }: { readonly race: RaceDetail }): ReactNode {
  const t = useT();
  const { root, draw_hash, draw_seed } = race;
  if (root === null && draw_hash === null) return null;
  return (
    <ListGroup title={t("detail.facts")}>
      {root !== null && (
        <ListRow
          icon="shield"
          title={t("detail.sealed", { n: root.bets })}
          meta={`${formatTimeExact(root.closed_at, race.timezone)} · ${shortHash(root.root)}`}
        />
      )}
      {draw_hash !== null && (
        <ListRow
          icon="info"
          title={t("detail.draw")}
          meta={
            draw_seed === null
              ? t("detail.drawHash", { hash: shortHash(draw_hash) })
              : t("detail.drawSeed", { seed: shortHash(draw_seed), hash: shortHash(draw_hash) })
          }
        />
      )}
    </ListGroup>
  );
}
