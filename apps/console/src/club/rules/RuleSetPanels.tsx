import type { RuleFigures, RuleSetView } from "@club/contract";
import { Segmented } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { useRuleSet } from "../../api/rules.ts";
import { useT } from "../../core/lang.ts";
import { Listing } from "../../shell/Listing.tsx";
import { DraftBar } from "./DraftBar.tsx";
import { DraftForm } from "./DraftForm.tsx";
import { FiguresPanel } from "./FiguresPanel.tsx";
import { VersionsPanel } from "./VersionsPanel.tsx";
import { WhatIfPanel } from "./WhatIfPanel.tsx";

/** One rule set: the figures of a version or of the draft, its history, the what-if. */
export function RuleSetPanels({ name }: { readonly name: string }): ReactNode {
  const query = useRuleSet(name);
  return (
    <Listing query={query} rows={10}>
      {(view) => <Panels key={view.draft?.changed_at ?? view.versions[0]?.version} view={view} />}
    </Listing>
  );
}

/** Mounted anew when the draft or the newest version changes: then the newest is shown. */
function Panels({ view }: { readonly view: RuleSetView }): ReactNode {
  const t = useT();
  const { name, versions, draft } = view;
  const newest = versions[0];
  const [shown, setShown] = useState(draft === null ? (newest?.version ?? 0) : 0);
  const [edited, setEdited] = useState<RuleFigures | undefined>(undefined);
  const version = versions.find((each) => each.version === shown);
  const figures = version?.figures ?? draft?.figures;
  if (figures === undefined) return null;
  if (edited !== undefined) {
    return <DraftForm name={name} figures={edited} onClose={() => setEdited(undefined)} />;
  }
  const before = version === undefined ? newest : versions.find((v) => v.version === shown - 1);
  const isDraft = version === undefined;
  return (
    <>
      <FiguresPanel
        title={isDraft ? t("ruleSet.draftOf", { name }) : `${name} ${shown}`}
        figures={figures}
        before={before?.figures}
        choice={
          versions.length + (draft === null ? 0 : 1) > 1 && (
            <Segmented
              label={t("ruleSet.versions")}
              value={String(shown)}
              onChange={(id) => setShown(Number(id))}
              options={[
                ...(draft === null ? [] : [{ id: "0", label: t("ruleSet.draft") }]),
                ...versions.slice(0, 3).map((each) => ({
                  id: String(each.version),
                  label: t("ruleSet.version", { n: each.version }),
                })),
              ]}
            />
          )
        }
        foot={<DraftBar view={view} isDraft={isDraft} onEdit={() => setEdited(figures)} />}
      />
      <WhatIfPanel name={name} version={shown} />
      <VersionsPanel view={view} shown={shown} onShow={setShown} />
    </>
  );
}
