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
  /** A text is among what the document allows, and not one of a few words. */
  readonly takesText: boolean;
}

/** What the document says that each call reads from its body and query. */
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
      return { call, name, in: where, takesText };
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
