import type { PoolNumbers } from "@club/contract";
import { formatMoney } from "@club/i18n";
import { IdentityLine, Panel, PoolTable, Tag } from "@club/ui/console";
import type { ReactNode } from "react";
import { useT } from "../../core/lang.ts";
import {
  AFTER,
  BEFORE,
  figuresOf,
  identityOf,
  type RaceName,
  rowOf,
  SELDOM,
  sumsOf,
} from "../pools/pool-rows.ts";

export interface DryRunPanelProps {
  readonly title: string;
  readonly meta: string;
  readonly pools: readonly PoolNumbers[];
  /** As the server checked it, pool by pool. */
  readonly balanced: boolean;
  readonly currency: string;
  readonly raceName: RaceName;
}

/** Every number of every pool, and the identity with both sides written out. */
export function DryRunPanel(props: DryRunPanelProps): ReactNode {
  const t = useT();
  const { pools } = props;
  const money = { t, currency: props.currency };
  const sums = sumsOf(pools);
  const { left, right } = identityOf(pools);
  const plain = (cents: bigint) => formatMoney(cents, props.currency, t.language, { plain: true });
  const seldom = SELDOM.filter((key) => pools.some((pool) => pool[key] !== 0));
  const heads = (keys: readonly (typeof BEFORE | typeof AFTER | typeof SELDOM)[number][]) =>
    keys.map((id) => ({ id, label: t(`dry.${id}`) }));
  return (
    <Panel
      title={props.title}
      meta={props.meta}
      end={
        <Verdict isGood={props.balanced}>
          {props.balanced ? t("dry.balanced", { n: pools.length }) : t("dry.unbalanced")}
        </Verdict>
      }
    >
      <PoolTable
        label={props.title}
        heads={{
          pool: t("race.pool"),
          status: t("race.status"),
          winning: t("dry.winning"),
          dividend: t("race.dividend"),
        }}
        before={heads(BEFORE)}
        after={heads([...AFTER, ...seldom])}
        rows={pools.map((pool) => rowOf(money, pool, props.raceName))}
        total={{ name: t("dry.all"), figures: figuresOf(money, sums) }}
      />
      <IdentityLine
        left={t("dry.left")}
        leftSum={plain(left)}
        right={t(seldom.includes("book_result_cents") ? "dry.rightBook" : "dry.right")}
        rightSum={plain(right)}
        verdict={
          <Verdict isGood={left === right}>
            {t(left === right ? "dry.equal" : "dry.differs")}
          </Verdict>
        }
      />
    </Panel>
  );
}

function Verdict(props: { readonly isGood: boolean; readonly children: ReactNode }): ReactNode {
  return (
    <Tag tone={props.isGood ? "turf" : "loss"} icon={props.isGood ? "check" : "alert"}>
      {props.children}
    </Tag>
  );
}
