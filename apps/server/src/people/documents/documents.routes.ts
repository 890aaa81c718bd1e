import {
  acceptDocument,
  addDocument as addCall,
  listDocuments,
  listOperatorDocuments,
  refuseDocument,
} from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyInstance } from "fastify";
import { decrypt } from "../../core/kit/cipher.ts";
import type { AppContext } from "../../core/context.ts";
import { readSorted } from "../../core/http/page.ts";
import { RATES } from "../../core/limits/rate-limit.ts";
import { register } from "../../core/http/register.ts";
import { knownId } from "../../core/kit/ids.ts";
import { audit } from "../../desk/operators/audit.ts";
import { requireDesk } from "../../desk/operators/require-desk.ts";
import { asFile } from "../../core/http/headers.ts";
import { uploadedFile, uploadScope } from "../../core/uploads/multipart.ts";
import { wireInstant } from "../../core/http/wire.ts";
import { addDocument, documentPlace } from "./add-document.ts";
import { decideDocument } from "./decide-document.ts";
import {
  LISTS_FOR_DESK,
  listOfPlayer,
  readIdentityCheck,
  readPicture,
} from "./documents.queries.ts";
import { toDocument, toOperatorDocument } from "./documents.wire.ts";

const PICTURE_PATH = "/api/operator/documents/:document_id/picture";
/** A file is not an answer in the envelope, so it is left out of the OpenAPI document. */
const HIDDEN = { schema: { hide: true } } as const;

export function documentRoutes(app: FastifyInstance, ctx: AppContext): void {
  uploadScope(app, (scope) => {
    register(
      scope,
      ctx,
      addCall,
      async ({ query, player, request }) => {
        const file = uploadedFile(request);
        const asked = { playerId: player.id, kind: query.kind, file };
        return { data: toDocument(await addDocument(ctx, asked)) };
      },
      { rate: RATES.uploads },
    );
  });
  register(app, ctx, listDocuments, async ({ player }) => {
    const checkedAt = await readIdentityCheck(ctx.db.browsing, player.id);
    return {
      data: { identity_checked_at: wireInstant(checkedAt) },
      list: (await listOfPlayer(ctx.db.browsing, player.id)).map(toDocument),
    };
  });
  deskRoutes(app, ctx);
  pictureRoute(app, ctx);
}

function deskRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, listOperatorDocuments, async ({ query }) => {
    const documents = LISTS_FOR_DESK[query.status](ctx.db.operators, {});
    return await readSorted(query, documents, (row) => toOperatorDocument(ctx, row));
  });
  register(app, ctx, acceptDocument, async ({ params, body, operator, request }) => {
    const id = knownId(params.document_id);
    const { shown } = body ?? {};
    const asked = { id, status: "accepted", reason: null, shown, operator, request } as const;
    return { data: toOperatorDocument(ctx, await decideDocument(ctx, asked)) };
  });
  register(app, ctx, refuseDocument, async ({ params, body, operator, request }) => {
    const id = knownId(params.document_id);
    const asked = { id, status: "refused", reason: body.reason, operator, request } as const;
    return { data: toOperatorDocument(ctx, await decideDocument(ctx, asked)) };
  });
}

function pictureRoute(app: FastifyInstance, ctx: AppContext): void {
  app.get<{ Params: { document_id: string } }>(PICTURE_PATH, HIDDEN, async (request, reply) => {
    const operator = await requireDesk(ctx, request, {
      path: PICTURE_PATH,
      access: listOperatorDocuments.access,
      of: listOperatorDocuments,
    });
    const id = knownId(request.params.document_id);
    const picture = await readPicture(ctx.db.operators, id);
    if (picture === null) throw new Refusal("not_found");
    await audit(ctx.db.operators, {
      action: "document.read",
      isEach: true,
      operator,
      request,
      target: picture.player_id,
      after: { document_id: id },
    });
    const text = decrypt(ctx.secrets, documentPlace(id), picture.cipher);
    const file = { name: `document-${id}.jpg`, type: "image/jpeg" };
    return await asFile(reply, file).send(Buffer.from(text, "base64"));
  });
}
