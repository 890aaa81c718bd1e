import { Segmented } from "@club/ui/console";
import type { ReactNode } from "react";
import { replaceAddress, useQueryOfAddress } from "../../core/address.ts";
import { useComplaints, usePapers } from "../../api/complaints.ts";
import { useT } from "../../core/lang.ts";
import { pathOf } from "../../core/paths.ts";
import { ComplaintDesk } from "./ComplaintDesk.tsx";
import { PaperDesk } from "../documents/DocumentDesk.tsx";

/** What players wait for: answers to complaints, a look at their papers. Route: /cases */
export function CasesPage(): ReactNode {
  const t = useT();
  const tab = useQueryOfAddress().get("tab") === "papers" ? "papers" : "complaints";
  const waiting = (query: { data: { pages: { list: readonly unknown[] }[] } | undefined }) =>
    query.data?.pages.reduce((sum, page) => sum + page.list.length, 0) ?? 0;
  const switcher = (
    <Segmented
      label={t("route.cases")}
      value={tab}
      onChange={(id) => replaceAddress(`${pathOf("cases")}?tab=${id}`)}
      options={[
        {
          id: "complaints",
          label: t("cases.complaints"),
          count: waiting(useComplaints("waiting")),
        },
        { id: "papers", label: t("cases.papers"), count: waiting(usePapers("waiting")) },
      ]}
    />
  );
  return tab === "papers" ? (
    <PaperDesk switcher={switcher} />
  ) : (
    <ComplaintDesk switcher={switcher} />
  );
}
