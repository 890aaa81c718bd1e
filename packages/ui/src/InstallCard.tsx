import type { ReactNode } from "react";
import { Button } from "./Button.tsx";
import { ClubMark } from "./ClubMark.tsx";
import { IconButton } from "./IconButton.tsx";
import { useText } from "./text.tsx";
import "./styles/state.css";

export interface InstallCardProps {
  /** What it is good for, or on iOS how: "Tap Share, then Add to Home Screen". */
  readonly text: string;
  /** Absent on iOS, where only the player can do it. */
  readonly onInstall?: (() => void) | undefined;
  readonly onDismiss: () => void;
  /** Below the text: the steps, where there is no button. */
  readonly children?: ReactNode;
}

/** The offer to put the club on the home screen. */
export function InstallCard({ text, onInstall, onDismiss, children }: InstallCardProps): ReactNode {
  const t = useText();
  return (
    <aside className="install" aria-label={t("install.title")}>
      <span className="install-mark centred">
        <ClubMark />
      </span>
      <div className="install-text">
        <b>{t("install.title")}</b>
        <p>{text}</p>
      </div>
      <IconButton icon="close" label={t("act.later")} onPress={onDismiss} />
      {onInstall !== undefined && (
        <Button kind="primary" wide onPress={onInstall}>
          {t("act.install")}
        </Button>
      )}
      {children}
    </aside>
  );
}
