import { clubNameOf } from "../../desk/club-settings/club-groups.ts";
import type { ConnectionTest } from "../../desk/connections/define-provider.ts";
import type { SmsAdapter } from "../outbox/message-channel.ts";

/** A text message that says that it is a test. */
export async function testText(adapter: SmsAdapter, { to, ctx }: ConnectionTest): Promise<void> {
  const text = `${await clubNameOf(ctx, ctx.db.operators)}: this is a test of the club's text messages.`;
  await adapter.send({ id: crypto.randomUUID(), to: to ?? "", text });
}
