/**
 * What `npm test` leaves to `npm run faults`, so that a change waits half an hour for its answer: how
 * a club is installed, backed up and exchanged, and journeys whose parts others walk too.
 */
export const LONG_TESTS = {
  db: ["apps/server/src/run/demo-week/live-demo-week.db.test.ts"],
  e2e: [
    "e2e/a11y.e2e.ts",
    "e2e/all-up.e2e.ts",
    "e2e/blackbook.e2e.ts",
    "e2e/console-meeting.e2e.ts",
    "e2e/console-tables.e2e.ts",
    "e2e/console-wider.e2e.ts",
    "e2e/find.e2e.ts",
    "e2e/gallery.e2e.ts",
    "e2e/literal-text.e2e.ts",
    "e2e/next-races.e2e.ts",
    "e2e/profile.e2e.ts",
    "e2e/rules.e2e.ts",
    "e2e/shop-invite-live.e2e.ts",
    "e2e/sport-desk.e2e.ts",
    "e2e/sport-season.e2e.ts",
  ],
  faults: [
    "faults/backup.fault.ts",
    "faults/disk.fault.ts",
    "faults/read-standby.fault.ts",
    "faults/release.fault.ts",
    "faults/rolling-exchange.fault.ts",
    "faults/upgrade.fault.ts",
    "faults/varnish.fault.ts",
  ],
} as const satisfies Record<string, readonly string[]>;

/**
 * Files of a minute and more, the longest first: they are begun before all others, or one of them
 * runs alone at the end while a core has nothing to do.
 */
export const BEGUN_FIRST: readonly string[] = [
  "e2e/axe.e2e.ts",
  "faults/walk.fault.ts",
  "e2e/bad-input.e2e.ts",
  "e2e/opening.e2e.ts",
  "e2e/slip.e2e.ts",
  "e2e/session.e2e.ts",
  "faults/refund-crash.fault.ts",
  "scripts/start.db.test.ts",
  "faults/sports-crash.fault.ts",
  "apps/server/src/racing/corrections/orders-of-events.db.test.ts",
];
