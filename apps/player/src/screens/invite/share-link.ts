import type { T } from "../../core/lang.ts";
import { copyText } from "../../core/copy.ts";

/** Hands the link to the device's share sheet; where there is none it is copied. */
export async function shareLink(t: T, link: string): Promise<void> {
  const data = {
    title: t("app.name"),
    text: t("invite.shareText", { club: t("app.name") }),
    url: link,
  };
  const { share } = navigator as { readonly share?: (data: ShareData) => Promise<void> };
  if (share === undefined) return await copyText(t, link);
  try {
    await share.call(navigator, data);
  } catch (error) {
    // Somebody who changes his mind has done nothing wrong.
    if ((error as Error).name !== "AbortError") await copyText(t, link);
  }
}
