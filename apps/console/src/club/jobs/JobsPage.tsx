import { showToast } from "@club/ui";
import { ConsoleButton, DataTable, Panel, Tag } from "@club/ui/console";
import type { ReactNode } from "react";
import { runJob, useJobs, type Job } from "../../api/jobs.ts";
import { useAct } from "../../api/use-act.ts";
import { useWhyNot } from "../../core/connection.ts";
import { useT, type T } from "../../core/lang.ts";
import { whenText } from "../../core/time.ts";
import { ConsoleFrame } from "../../shell/ConsoleFrame.tsx";
import { Listing } from "../../shell/Listing.tsx";
import { BackupsPanel } from "./BackupsPanel.tsx";

/** What the club does by itself: backups, and the work of its clock. Route: /jobs */
export function JobsPage(): ReactNode {
  const t = useT();
  const query = useJobs();
  const failing = query.data?.filter((job) => job.failure !== null).length ?? 0;
  return (
    <ConsoleFrame
      title={t("route.jobs")}
      meta={failing === 0 ? t("jobs.allWell") : t("jobs.failing", { n: failing })}
    >
      <BackupsPanel />
      <Panel title={t("jobs.title")} meta={t("jobs.meta")}>
        <Listing query={query} rows={12}>
          {(jobs) => <JobTable jobs={jobs} />}
        </Listing>
      </Panel>
    </ConsoleFrame>
  );
}

function JobTable({ jobs }: { readonly jobs: readonly Job[] }): ReactNode {
  const t = useT();
  const mayNot = useWhyNot("owner", "POST /api/operator/jobs/run");
  const act = useAct(
    async (name: string) => {
      await runJob({ name });
      showToast(t("jobs.asked"));
    },
    { toast: true },
  );
  return (
    <DataTable
      label={t("jobs.title")}
      // What fails is looked at first.
      rows={jobs.toSorted(
        (one, other) => Number(other.failure !== null) - Number(one.failure !== null),
      )}
      rowId={(job) => job.name}
      rowTone={(job) => (job.failure === null ? undefined : "loss")}
      columns={(column) => [
        column.strong("name", t("jobs.name"), nameOf, nameOf),
        column.text(
          "last",
          t("jobs.last"),
          (job) => lastText(t, job),
          (job) => job.ended_at,
        ),
        column.text("how", t("jobs.how"), (job) => <How job={job} />),
        column.figure(
          "every",
          t("jobs.every"),
          (job) => everyText(t, job.every_s),
          (job) => job.every_s,
        ),
        column.text(
          "next",
          t("jobs.next"),
          (job) => (job.next_at === null ? "–" : whenText(t, job.next_at)),
          (job) => job.next_at,
        ),
        column.end("run", t("jobs.run"), (job) => (
          <RunKey job={job} mayNot={mayNot} onPress={() => void act.run(job.name)} />
        )),
      ]}
    />
  );
}

const nameOf = ({ name }: Job): string => name;

function How({ job }: { readonly job: Job }): ReactNode {
  const t = useT();
  if (job.ended_at === null) return <span className="mute">{t("jobs.never")}</span>;
  if (job.failure !== null) return <span className="loss">{job.failure}</span>;
  return (
    <>
      <Tag tone="turf">{t("jobs.well")}</Tag>
      {job.failed_at !== null && (
        <small className="mute"> {t("jobs.failedAt", { when: whenText(t, job.failed_at) })}</small>
      )}
    </>
  );
}

function RunKey({
  job,
  mayNot,
  onPress,
}: {
  readonly job: Job;
  readonly mayNot: string | undefined;
  readonly onPress: () => void;
}): ReactNode {
  const t = useT();
  return (
    <ConsoleButton
      label={`${t("jobs.run")}: ${job.name}`}
      reason={mayNot ?? (job.asked_by === null ? undefined : t("jobs.waits"))}
      onPress={onPress}
    >
      {t("jobs.run")}
    </ConsoleButton>
  );
}

function lastText(t: T, { ended_at: at, took_ms: ms }: Job): string {
  if (at === null) return "–";
  return `${whenText(t, at)} · ${t("jobs.took", { ms: ms ?? 0 })}`;
}

const MINUTE_S = 60;
const HOUR_S = 3600;

function everyText(t: T, seconds: number): string {
  if (seconds >= HOUR_S) return t("jobs.hours", { n: seconds / HOUR_S });
  return seconds >= MINUTE_S
    ? t("jobs.minutes", { n: seconds / MINUTE_S })
    : t("jobs.seconds", { n: seconds });
}
