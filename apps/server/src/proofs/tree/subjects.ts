/** What the club freezes and publishes, a race or a sports event, and where its rows are. */
export const SUBJECTS = {
  race: {
    format: "club-root/1",
    topic: "race",
    key: "race_id",
    table: "race",
    isClosed: "s.closed_at IS NOT NULL AND s.status NOT IN ('draft', 'open')",
    lockKey: "race_lock_key",
    root: "race_root",
    tile: "race_tile",
    file: "race_file",
  },
  event: {
    format: "club-event-root/1",
    topic: "sport",
    key: "event_id",
    table: "sport_event",
    isClosed: "s.closed_at <= club_now()",
    lockKey: "sport_lock_key",
    root: "sport_root",
    tile: "sport_tile",
    file: "sport_file",
  },
} as const;

export type SubjectKind = keyof typeof SUBJECTS;
type Subject = (typeof SUBJECTS)[SubjectKind];

/** One statement per kind of subject, built once, so nothing of a request gets into it. */
export function statementOf(
  text: (subject: Subject) => string,
): Readonly<Record<SubjectKind, string>> {
  return { race: text(SUBJECTS.race), event: text(SUBJECTS.event) };
}
