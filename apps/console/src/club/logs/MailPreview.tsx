import { saveFile } from "@club/client";
import { LOGO_CID, mailBody, type MailPart } from "@club/i18n/mail-page";
import { ConsoleButton, ConsoleDialog, Segmented } from "@club/ui/console";
import { createElement, useCallback, useState, type CSSProperties, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { useClubFace } from "../../api/club-settings.ts";
import type { MessagePreview } from "../../api/logs.ts";
import { useT } from "../../core/lang.ts";
import "./mail-preview.css";

const GROUNDS = ["light", "dark"] as const;
const WIDTHS = ["wide", "narrow"] as const;
type Ground = (typeof GROUNDS)[number];
type Width = (typeof WIDTHS)[number];

/** A mail as its reader sees it, by day and by night, at a desk and on a phone. */
export function MailPreview(props: {
  readonly message: MessagePreview;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { kind, html, page } = props.message;
  const { data: face } = useClubFace();
  const [ground, setGround] = useState<Ground>("light");
  const [width, setWidth] = useState<Width>("wide");
  const save = () =>
    saveFile(new Blob([html], { type: "text/html" }), `${kind}-${page.language}.html`);
  const ways = { isDark: ground === "dark", isNarrow: width === "narrow", logo: face?.logo_url };
  return (
    <ConsoleDialog
      title={props.message.subject}
      size="wide"
      onClose={props.onClose}
      acts={
        <>
          <ConsoleButton onPress={save}>{t("messages.save")}</ConsoleButton>
          <ConsoleButton kind="primary" onPress={props.onClose}>
            {t("act.close")}
          </ConsoleButton>
        </>
      }
    >
      <div className="mail-ways across gap-3">
        <Segmented
          label={t("messages.ground")}
          options={GROUNDS.map((id) => ({ id, label: t(`messages.ground.${id}`) }))}
          value={ground}
          onChange={setGround}
        />
        <Segmented
          label={t("messages.width")}
          options={WIDTHS.map((id) => ({ id, label: t(`messages.width.${id}`) }))}
          value={width}
          onChange={setWidth}
        />
      </div>
      <div className="mail-preview" data-width={width} lang={page.language}>
        <Apart>{drawn(mailBody(page), ways)}</Apart>
      </div>
    </ConsoleDialog>
  );
}

/** A tree of its own, which the styles of the console do not reach. */
function Apart({ children }: { readonly children: ReactNode }): ReactNode {
  const [root, setRoot] = useState<ShadowRoot | null>(null);
  const hold = useCallback((host: HTMLElement | null) => {
    if (host !== null) setRoot(host.shadowRoot ?? host.attachShadow({ mode: "open" }));
  }, []);
  return <div ref={hold}>{root !== null && createPortal(children, root)}</div>;
}

interface Ways {
  readonly isDark: boolean;
  readonly isNarrow: boolean;
  readonly logo: string | null | undefined;
}

/** Elements alone, and no markup: what a message says can be nothing but text here. */
function drawn(part: MailPart | string, ways: Ways): ReactNode {
  if (typeof part === "string") return part;
  const { tag, attributes = {}, children = [] } = part;
  // A link of an example leads nowhere.
  const { href: _, src, ...others } = attributes;
  const picture = src === `cid:${LOGO_CID}` ? { src: ways.logo ?? undefined } : {};
  const style: CSSProperties = {
    ...(part.style as CSSProperties),
    ...(ways.isDark && (part.dark as CSSProperties)),
    ...(ways.isNarrow && (part.narrow as CSSProperties)),
  };
  const inside = children.map((child) => drawn(child, ways));
  return createElement(tag === "body" ? "div" : tag, { ...others, ...picture, style }, ...inside);
}
