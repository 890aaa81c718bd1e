/** What the club freezes and publishes: a race, or an event of sports, and where the rows of each stand. */
export const SUBJECTS = {
  race: {
    format: "club-root/1",
    key: "race_id",
    root: "race_root",
    tile: "race_tile",
    file: "race_file",
  },
  event: {
    format: "club-event-root/1",
    key: "event_id",
    root: "sport_root",
    tile: "sport_tile",
    file: "sport_file",
  },
} as const;

export type SubjectKind = keyof typeof SUBJECTS;
type Subject = (typeof SUBJECTS)[SubjectKind];

/** One statement for each kind of subject, with its names: made once, so nothing of a request gets into it. */
export function statementOf(
  text: (subject: Subject) => string,
): Readonly<Record<SubjectKind, string>> {
  return { race: text(SUBJECTS.race), event: text(SUBJECTS.event) };
}
