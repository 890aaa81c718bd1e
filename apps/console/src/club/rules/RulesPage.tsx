import { ConsoleButton, Panel, Tag } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { useRuleSets, type RuleSetLine } from "../../api/rules.ts";
import { useQueryOfAddress } from "../../core/address.ts";
import { useT } from "../../core/lang.ts";
import { hrefOf } from "../../core/paths.ts";
import { useMay } from "../../core/session.ts";
import { ConsoleFrame } from "../../shell/ConsoleFrame.tsx";
import { Listing } from "../../shell/Listing.tsx";
import { NewRules } from "./NewRules.tsx";
import { RuleSetPanels } from "./RuleSetPanels.tsx";
import "./rules.css";

/** What the club pays by: every version's figures, drafts, and a what-if. Route: /rules */
export function RulesPage(): ReactNode {
  const t = useT();
  const query = useRuleSets();
  const { data } = query;
  const asked = useQueryOfAddress().get("set");
  const picked = data?.find(({ name }) => name === asked)?.name ?? data?.[0]?.name ?? "";
  const [isMaking, setIsMaking] = useState(false);
  const mayMake = useMay("PUT /api/operator/rule-sets/:name/draft");
  return (
    <ConsoleFrame
      title={t("route.rules")}
      meta={picked}
      headEnd={
        mayMake && (
          <ConsoleButton onPress={() => setIsMaking(true)}>{t("ruleSet.new")}</ConsoleButton>
        )
      }
    >
      <div className="columns-rules">
        <Panel label={t("ruleSet.list")}>
          <Listing query={query} rows={4}>
            {(list) => <RuleList list={list} picked={picked} />}
          </Listing>
        </Panel>
        <div className="rows">{picked !== "" && <RuleSetPanels key={picked} name={picked} />}</div>
      </div>
      {isMaking && data !== undefined && (
        <NewRules names={data.map(({ name }) => name)} onClose={() => setIsMaking(false)} />
      )}
    </ConsoleFrame>
  );
}

function RuleList(props: {
  readonly list: readonly RuleSetLine[];
  readonly picked: string;
}): ReactNode {
  const t = useT();
  return (
    <nav className="rule-list" aria-label={t("ruleSet.list")}>
      {props.list.map((each) => (
        <a
          key={each.name}
          href={`${hrefOf("rules")}?set=${each.name}`}
          aria-current={each.name === props.picked ? "page" : undefined}
        >
          <span>
            <b>{each.name}</b>
            {each.has_draft && <Tag tone="brass">{t("ruleSet.draft")}</Tag>}
          </span>
          <small>
            {each.version === 0 ? t("ruleSet.notYet") : t("ruleSet.version", { n: each.version })}
            {" · "}
            {t("ruleSet.meetings", { n: each.meetings })}
          </small>
        </a>
      ))}
    </nav>
  );
}
