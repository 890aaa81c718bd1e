import type { Call } from "@club/contract";
import type { TestClub } from "../club.ts";

interface Schema {
  readonly properties?: Record<string, Schema>;
  readonly anyOf?: readonly Schema[];
}

export interface CallField {
  readonly call: Call;
  readonly name: string;
  readonly in: "body" | "query";
  /** The document allows text here, and not just a few words. */
  readonly takesText: boolean;
  /** The field's schema in the document. */
  readonly schema: object;
}

/**
 * JSON of values that pass for others when asked for their length, text or number, and of plain
 * values of each type. The text that the last two stand in is refused as a whole.
 */
export const SHAPES: readonly string[] = [
  '{"length":{"toString":"x"}}',
  '{"length":{"valueOf":"x","toString":"x"}}',
  `{"length":${"[".repeat(20_000)}${"]".repeat(20_000)}}`,
  '{"length":[{"toString":1}]}',
  '{"length":5}',
  '{"length":-1}',
  '{"length":"5","0":"a"}',
  '{"length":null}',
  '{"size":{"toString":"x"}}',
  '{"toString":"x"}',
  '{"toString":{"toString":null},"valueOf":1}',
  '{"valueOf":{}}',
  '{"toJSON":"x"}',
  '{"then":"x","catch":1}',
  '{"prototype":{"length":{"toString":"x"}}}',
  '{"hasOwnProperty":1,"length":{"toString":"x"}}',
  "{}",
  "[]",
  "[{}]",
  '[{"length":{"toString":"x"}}]',
  '[{"toString":"x"},{"toString":"x"}]',
  '[[{"toString":"x"}]]',
  "[[[[1]]]]",
  `${"[".repeat(20_000)}${"]".repeat(20_000)}`,
  "[null]",
  "0",
  "-1",
  "1.5",
  "1e308",
  "-1e308",
  "9007199254740993",
  "123456789012345678901234567890",
  "true",
  "false",
  "null",
  '""',
  '{"constructor":{"length":1}}',
  '{"__proto__":{"length":1}}',
];
/** Names that the JSON reader refuses anywhere. */
export const FORBIDDEN = /"(constructor|__proto__)"/;

/** The fields that each call reads from its body and query, by the document. */
export async function fieldsOfCalls(club: TestClub): Promise<CallField[]> {
  const { paths } = (await club.call("GET", "/api/openapi.json")).body;
  return club.ctx.calls.flatMap((call) => {
    const operation = paths[call.path.replace(/:(\w+)/g, "{$1}")][call.method.toLowerCase()];
    const body: Schema = operation.requestBody?.content?.["application/json"]?.schema ?? {};
    const parameters = (operation.parameters ?? []) as {
      name: string;
      in: string;
      schema: Schema;
    }[];
    const toField = (name: string, schema: Schema, where: CallField["in"]): CallField => {
      const text = JSON.stringify(schema);
      const takesText = text.includes('"string"') && !/"(enum|const)"/.test(text);
      return { call, name, in: where, takesText, schema };
    };
    return [
      ...Object.entries(propertiesOf(body)).map(([name, schema]) => toField(name, schema, "body")),
      ...parameters
        .filter((parameter) => parameter.in === "query")
        .map(({ name, schema }) => toField(name, schema, "query")),
    ];
  });
}

function propertiesOf(schema: Schema): Record<string, Schema> {
  return schema.properties ?? Object.assign({}, ...(schema.anyOf ?? []).map(propertiesOf));
}
