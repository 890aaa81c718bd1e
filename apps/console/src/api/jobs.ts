import type { DataOf, listBackups, listJobs, ListItemOf } from "@club/contract";
import { defineAct } from "./ask.ts";
import { useList, useWhole } from "./read.ts";

const JOBS = "jobs";
const BACKUPS = "backups";
const AGAIN_MS = 5000;

export type Job = ListItemOf<typeof listJobs>;
export type Backup = ListItemOf<typeof listBackups>;
export type Backups = DataOf<typeof listBackups>;

export const useJobs = () =>
  useList([JOBS], "/api/operator/jobs", {}, { refetchInterval: AGAIN_MS });
export const useBackups = () =>
  useWhole([BACKUPS], "/api/operator/backups", {}, { refetchInterval: AGAIN_MS });

export const runJob = defineAct("POST /api/operator/jobs/run", [JOBS]);
export const runBackup = defineAct("POST /api/operator/backups/run", [BACKUPS]);
