import type { Call } from "@club/contract";
import { z } from "zod";

/** What a refusal looks like on the wire. */
const refusal = z.object({
  status: z.int(),
  message: z.string(),
  code: z.string(),
  params: z.record(z.string(), z.unknown()),
  request_id: z.string().optional(),
});

const TAGS: readonly (readonly [prefix: string, tag: string])[] = [
  ["/api/operator/", "Operator"],
  ["/api/user/", "Accounts"],
  ["/api/events/", "Races"],
  ["/api/order/", "Bets"],
];

/** The schema of a route: what validates its input, shapes its answer and documents it. */
export function routeSchema(call: Call): Record<string, unknown> {
  return {
    summary: call.summary,
    tags: [TAGS.find(([prefix]) => call.path.startsWith(prefix))?.[1] ?? "Club"],
    ...(call.access === "public" ? {} : { security: [{ bearer: [] }] }),
    ...(call.params === undefined ? {} : { params: call.params }),
    ...(call.query === undefined ? {} : { querystring: call.query }),
    ...(call.body === undefined ? {} : { body: call.body }),
    response: { 200: envelopeOf(call), default: refusal },
  };
}

function envelopeOf(call: Call): z.ZodObject {
  const envelope = z.object({
    status: z.literal(200),
    message: z.string(),
    ...(call.data === undefined ? {} : { data: call.data }),
    ...(call.list === undefined ? {} : { list: call.list }),
  });
  return call.beside === undefined ? envelope : envelope.extend(call.beside.shape);
}
