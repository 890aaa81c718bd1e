import type { Complaint } from "@club/contract";
import { formatDay } from "@club/i18n";
import { Section, Tag } from "@club/ui";
import type { ReactNode } from "react";
import { useT, type T } from "../../core/lang.ts";
import { deviceZone } from "../../device/zone.ts";

const DAY_MS = 86_400_000;

/** What was written, and the club's answer or its deadline. */
export function Complaints({ list }: { readonly list: readonly Complaint[] }): ReactNode {
  const t = useT();
  return (
    <Section title={t("cases.mine")}>
      <ul className="case-list">
        {list.map((complaint) => (
          <li key={complaint.complaint_id}>
            <div className="case-head">
              <b>{t(`cases.topic.${complaint.topic}`)}</b>
              <StateTag complaint={complaint} />
            </div>
            <p className="case-words">{complaint.text}</p>
            <p className="mute">{timesOf(t, complaint)}</p>
            {complaint.answer !== null && (
              <div className="case-answer">
                <b>{t("cases.answer")}</b>
                <p className="case-words">{complaint.answer}</p>
              </div>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function StateTag({ complaint }: { readonly complaint: Complaint }): ReactNode {
  const t = useT();
  const { outcome, status } = complaint;
  if (outcome !== null) {
    return (
      <Tag tone={outcome === "declined" ? "plain" : "turf"}>{t(`cases.outcome.${outcome}`)}</Tag>
    );
  }
  return (
    <Tag tone="brass">{t(status === "open" ? "cases.state.open" : "cases.state.in_work")}</Tag>
  );
}

/** The deadline is the end of its day: shown as that day, not as the midnight after it. */
function timesOf(t: T, complaint: Complaint): string {
  const dayOf = (at: number | string) => formatDay(at, deviceZone(), t.language);
  const filed = t("cases.filed", { day: dayOf(complaint.filed_at) });
  if (complaint.status === "answered") return filed;
  const due = dayOf(Date.parse(complaint.due_at) - DAY_MS / 2);
  return `${filed} · ${t("cases.due", { day: due })}`;
}
