/**
 * Loaded into the server before anything else. When the starter is gone, for whatever reason, the
 * channel to it closes, and the server stops as if it had been asked to.
 */
const HARD_END_MS = 9000;

process.on("disconnect", () => {
  setTimeout(() => process.exit(1), HARD_END_MS).unref();
  process.kill(process.pid, "SIGTERM");
});
process.channel?.unref();
