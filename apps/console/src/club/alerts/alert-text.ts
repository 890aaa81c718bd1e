import type { AlertName } from "@club/contract";
import type { T } from "../../core/lang.ts";

/** What is wrong, in the operator's language. */
export function alertText(
  t: T,
  { condition, subject }: { readonly condition: AlertName; readonly subject: string },
): string {
  const name = t.find(`connection.kind.${subject}`) ?? subject;
  return subject === "" ? t(`alert.${condition}`) : `${t(`alert.${condition}`)}: ${name}`;
}
