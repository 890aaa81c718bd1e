import {
  CARD_COLUMNS,
  type CardColumn,
  NEEDED_CARD_COLUMNS,
  parseCsv,
  RACE_POOL_CODES,
  Refusal,
  writeCsv,
} from "@club/domain";
import { z } from "zod";
import type { CardOptions, ReadCard } from "./card.ts";
import { readClubCard } from "./club-card.ts";
import { differingLines, type Line } from "./csv-lines.ts";
import type { StoredCard } from "./stored-card.ts";

const schema = z.object({ csv: z.string() });
const MOST_LINES = 6000;

/**
 * Reads a card that a spreadsheet wrote: comma, semicolon or tab, quoted or not, columns in any
 * order. It is turned into a card in the club's format, so the same checks apply; problems name the
 * line.
 *
 * @throws card.unreadable without the columns that name race and runner, with too many lines, or
 *   with a quote that is not closed
 */
export function readCsvCard(payload: unknown, options: CardOptions): ReadCard {
  const parsed = schema.safeParse(payload);
  if (!parsed.success) throw new Refusal("card.unreadable", { field: "payload", reason: "shape" });
  const lines = readLines(parsed.data.csv);
  const races = [...Map.groupBy(lines, (line) => line.race ?? "").values()];
  const read = readClubCard(toClubCard(lines, races), options);
  const found = read.problems.map((each) => ({ ...each, row: lineOf(each.row, races) }));
  return { ...read, problems: [...found, ...differingLines(lines, races)] };
}

function readLines(csv: string): Line[] {
  const parsed = parseCsv(csv.replace(/^\uFEFF/, ""));
  if (parsed === null) {
    throw new Refusal("card.unreadable", { field: "payload", reason: "quotes" });
  }
  const [head, ...rows] = parsed;
  const columns = (head?.cells ?? []).map((cell) => cell.trim().toLowerCase());
  const hasNames = NEEDED_CARD_COLUMNS.every((name) => columns.includes(name));
  if (!hasNames || rows.length === 0 || rows.length > MOST_LINES) {
    throw new Refusal("card.unreadable", { field: "payload", reason: "columns" });
  }
  return rows.map(({ cells, at }) => ({
    ...Object.fromEntries(columns.map((name, i) => [name, cells[i]?.trim() ?? ""])),
    at,
  }));
}

function toClubCard(lines: readonly Line[], races: readonly (readonly Line[])[]): unknown {
  const first = lines[0];
  const given = (fields: Record<string, string | undefined>) =>
    Object.fromEntries(Object.entries(fields).filter(([, value]) => (value ?? "") !== ""));
  return {
    format_version: 1,
    meeting: given({
      code: first?.meeting_code,
      name: first?.meeting_name,
      country: first?.country,
      date: first?.date,
      timezone: first?.timezone,
      currency: first?.currency,
      event_type: first?.event_type,
      rule_set: first?.rule_set,
      dividends: first?.dividends,
    }),
    races: races.map((race) => ({
      ...given({
        name: race[0]?.race_name,
        class: race[0]?.class,
        going: race[0]?.going,
        start_time: race[0]?.start_time,
      }),
      number: toNumber(race[0]?.race),
      pools: toPools(race[0]?.pools),
      distance_m: toNumber(race[0]?.distance_m),
      handicap: toYesNo(race[0]?.handicap),
      runners: race.map((line) => ({
        ...given({
          name: line.name,
          jockey: line.jockey,
          trainer: line.trainer,
          form: line.form,
          comment: line.comment,
        }),
        number: toNumber(line.number),
        barrier: toNumber(line.barrier),
        weight_kg: toNumber(line.weight_kg),
        scratched: toYesNo(line.scratched),
      })),
    })),
  };
}

/** Pool codes, separated by blanks or by what else a spreadsheet puts there; null when empty. */
function toPools(text: string | undefined): string[] | null {
  const codes = (text ?? "").toUpperCase().split(/[\s,;+/|]+/);
  const named = codes.filter((code) => code !== "");
  return named.length === 0 ? null : named;
}

/** A number, also with a decimal comma; other text is kept for the check to name. */
function toNumber(text: string | undefined): number | string | null {
  if (text === undefined || text === "") return null;
  const plain = text.replace(",", ".");
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : text;
}

/** What spreadsheets in the languages of the club write for yes and no. */
const YES: ReadonlySet<string> = new Set("1 true yes y x vrai oui verdadero sí si 是".split(" "));
const NO: ReadonlySet<string> = new Set(["", ..."0 false no n - faux non falso 否".split(" ")]);

/** Yes or no; any other word is kept for the check to name, lest a scratching be lost in it. */
function toYesNo(text: string | undefined): boolean | string {
  const word = (text ?? "").toLowerCase();
  return YES.has(word) ? true : NO.has(word) ? false : word;
}

/** races[1].runners[3] gives that runner's line, races[1] the first line of its race. */
function lineOf(row: string, races: readonly (readonly Line[])[]): string {
  const found = /^races\[(\d+)\](?:\.runners\[(\d+)\])?$/.exec(row);
  if (found === null) return row;
  const line = races[Number(found[1])]?.[Number(found[2] ?? 0)];
  return line === undefined ? row : `line ${line.at}`;
}

/** A stored card as CSV for a spreadsheet; reading it back changes nothing. */
export function writeCsvCard({ meeting, races }: StoredCard): string {
  const lines = races.flatMap((race) =>
    race.runners.map((runner): Record<CardColumn, string | number | null> => ({
      meeting_code: meeting.code,
      meeting_name: meeting.name,
      country: meeting.country,
      date: meeting.date,
      timezone: meeting.timezone,
      currency: meeting.currency,
      event_type: meeting.event_type,
      rule_set: meeting.rule_set,
      dividends: meeting.dividends,
      race: race.number,
      race_name: race.name,
      distance_m: race.distance_m,
      class: race.class,
      handicap: race.handicap ? "yes" : "no",
      going: race.going,
      start_time: race.start_time.toISOString(),
      pools: race.pools.join(" "),
      number: runner.number,
      name: runner.name,
      barrier: runner.barrier,
      jockey: runner.jockey,
      trainer: runner.trainer,
      weight_kg: runner.weight_kg,
      form: runner.form,
      scratched: runner.scratched ? "yes" : "no",
      comment: runner.comment,
    })),
  );
  const rows = lines.map((line) => CARD_COLUMNS.map((name) => String(line[name] ?? "")));
  return writeCsv([CARD_COLUMNS, ...rows]);
}

/** An example of what the columns hold: two runners of an invented race. */
export function csvTemplate(currency: string): string {
  const meeting = `WR,Wattle Ridge,AU,2027-01-16,Australia/Melbourne,${currency},Races,AU_STD,club`;
  const race = `1,Paperbark Handicap,1400,3,yes,Good 4,2027-01-16 13:30,${RACE_POOL_CODES.join(" ")}`;
  return [
    CARD_COLUMNS.join(","),
    `${meeting},${race},1,Northern Tide,6,J. Rider,T. Yard,59.5,1x21,no,Drawn to lead`,
    `${meeting},${race},2,Paper Lantern,2,B. Castell,E. Dunmore,57,4312,no,`,
    "",
  ].join("\r\n");
}
