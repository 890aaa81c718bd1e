import { Segmented } from "@club/ui/console";
import type { ReactNode } from "react";
import { useComplaints, useDocuments } from "../../api/complaints.ts";
import { replaceAddress, useQueryOfAddress } from "../../core/address.ts";
import { useT } from "../../core/lang.ts";
import { pathOf } from "../../core/paths.ts";
import { DocumentDesk } from "../documents/DocumentDesk.tsx";
import { ComplaintDesk } from "./ComplaintDesk.tsx";

/** What players wait for: answers to complaints, the review of their documents. Route: /cases */
export function ReviewsPage(): ReactNode {
  const t = useT();
  const tab = useQueryOfAddress().get("tab") === "papers" ? "papers" : "complaints";
  const waiting = (query: { readonly data: { readonly list: readonly unknown[] } | undefined }) =>
    query.data?.list.length ?? 0;
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
        { id: "papers", label: t("cases.papers"), count: waiting(useDocuments("waiting")) },
      ]}
    />
  );
  return tab === "papers" ? (
    <DocumentDesk switcher={switcher} />
  ) : (
    <ComplaintDesk switcher={switcher} />
  );
}
