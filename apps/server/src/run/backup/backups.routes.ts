import { basename, join } from "node:path";
import { stat } from "node:fs/promises";
import { listBackups as listCall, runBackup } from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { isEmbeddedDatabase } from "../../core/db/own-database.ts";
import { register } from "../../core/http/register.ts";
import { wireInstant } from "../../core/http/wire.ts";
import { audit } from "../../desk/operators/audit.ts";
import { backupsOf, lastBackup, listBackups } from "./backup-list.ts";
import { askForBackup, isBackupAsked, readLast } from "./backup-wish.ts";
import { nextBackupAt } from "./is-backup-due.ts";
import { PACK } from "./manifest.ts";

/** The backups of this machine, for the desk: what there is, and one more. */
export function backupRoutes(app: FastifyInstance, ctx: AppContext): void {
  const { settings } = ctx;
  const { dataDir, timeZone, backupsKept: kept } = settings;
  const isOwn = async (): Promise<boolean> => kept > 0 && (await isEmbeddedDatabase(settings));
  register(
    app,
    ctx,
    listCall,
    async () => {
      const isTaken = await isOwn();
      const next = isTaken ? nextBackupAt(Date.now(), timeZone) : null;
      const backups = await listBackups(dataDir);
      const newest = backups[0]?.takenAt ?? (isTaken ? null : await lastBackup(dataDir, true));
      return {
        data: {
          folder: backupsOf(dataDir),
          is_own: isTaken,
          kept,
          next_at: next === null ? null : new Date(next).toISOString(),
          is_asked: await isBackupAsked(dataDir),
          last: await readLast(dataDir),
          newest_at: wireInstant(newest),
        },
        list: await Promise.all(
          backups.map(async ({ folder, takenAt, isProved }) => ({
            name: basename(folder),
            taken_at: takenAt.toISOString(),
            bytes: (await stat(join(folder, PACK)).catch(() => ({ size: 0 }))).size,
            is_proved: isProved,
          })),
        ),
      };
    },
    { isAudited: false },
  );
  register(app, ctx, runBackup, async ({ operator, request }) => {
    if (!(await isOwn())) throw new Refusal("backup.not_here");
    if (!(await askForBackup(dataDir))) throw new Refusal("backup.asked");
    await audit(ctx.db.operators, { action: "backup.run", operator, request });
    return {};
  });
}
