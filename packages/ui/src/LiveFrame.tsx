import { useEffect, useRef, type ReactNode, type RefObject } from "react";
import { Icon, type IconName } from "./Icon.tsx";
import { IconButton } from "./IconButton.tsx";
import "./styles/live.css";

export interface LiveAct {
  readonly icon: IconName;
  readonly label: string;
  readonly onPress: () => void;
}

export interface LiveFrameProps {
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly label: string;
  /** "LIVE". */
  readonly tag: string;
  readonly caption: string;
  /** Under the caption: that these are drawn pictures. */
  readonly note?: string | undefined;
  /** corner: small, over the page, out of the way of what is tapped. */
  readonly place: "page" | "corner";
  /** A sheet is open: the small picture goes above it. */
  readonly covered?: boolean | undefined;
  readonly acts: readonly LiveAct[];
  /** While it is paused: the whole picture is the button that plays it. */
  readonly play?: { readonly label: string; readonly onPress: () => void } | undefined;
  /** In place of a picture that does not load. */
  readonly trouble?: ReactNode;
}

/** Live pictures with their caption below. The app fills in the picture itself. */
export function LiveFrame(props: LiveFrameProps): ReactNode {
  const frame = useRef<HTMLElement>(null);
  useTopLayer(frame, props.place === "corner", props.covered === true);
  return (
    <figure ref={frame} className="live-frame" data-place={props.place}>
      <div className="live-picture">
        <video ref={props.video} aria-label={props.label} playsInline muted loop preload="none" />
        {props.trouble === undefined ? (
          <>
            {props.play !== undefined && (
              <button
                type="button"
                className="live-play centred"
                aria-label={props.play.label}
                onClick={props.play.onPress}
              >
                <Icon name="play" />
              </button>
            )}
            <span className="live-tag">{props.tag}</span>
          </>
        ) : (
          <div className="live-trouble" role="alert">
            {props.trouble}
          </div>
        )}
      </div>
      <figcaption>
        <span className="live-words down">
          <b>{props.caption}</b>
          {props.note !== undefined && <span>{props.note}</span>}
        </span>
        {props.acts.map((act) => (
          <IconButton key={act.icon} {...act} />
        ))}
      </figcaption>
    </figure>
  );
}

/** In the corner it is drawn above everything, even a sheet that opens later. */
function useTopLayer(
  frame: RefObject<HTMLElement | null>,
  isCorner: boolean,
  isCovered: boolean,
): void {
  useEffect(() => {
    const element = frame.current;
    if (element === null || !isCorner || !("showPopover" in element)) return;
    element.setAttribute("popover", "manual");
    element.showPopover();
    const stop = isCovered ? keepAboveSheet(element) : undefined;
    return () => {
      stop?.();
      element.hidePopover();
      element.removeAttribute("popover");
    };
  }, [frame, isCorner, isCovered]);
}

/** Fits into the space that the sheet leaves above it, so that it covers nothing to be tapped. */
function keepAboveSheet(element: HTMLElement): () => void {
  const sizes = new ResizeObserver(() => look());
  const look = () => {
    const panel = [...document.querySelectorAll<HTMLElement>("dialog[open] .sheet-panel")].at(-1);
    const free = innerHeight - (panel?.offsetHeight ?? 0);
    element.style.setProperty("--free", `${free}px`);
    if (panel !== undefined) sizes.observe(panel);
  };
  const sheets = new MutationObserver(() => {
    // A sheet opened after another one would be above it: put the picture on top again.
    element.hidePopover();
    element.showPopover();
    look();
  });
  sheets.observe(document.body, { subtree: true, attributeFilter: ["open"] });
  look();
  return () => {
    sizes.disconnect();
    sheets.disconnect();
    element.style.removeProperty("--free");
  };
}
