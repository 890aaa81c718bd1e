import type { LiveChannel } from "@club/contract";
import { Button, LiveFrame, type LiveAct } from "@club/ui";
import { useEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import { useT } from "../../core/lang.ts";
import { placeName } from "../../api/channels.ts";
import { attachStream } from "./attach-stream.ts";
import { useVideoState } from "./use-video-state.ts";

export interface LivePlayerProps {
  readonly channel: LiveChannel;
  /** Called when the player closes the small picture; without it, it cannot be closed. */
  readonly onClose?: (() => void) | undefined;
}

/**
 * The pictures of a channel: in the page, in its corner as soon as they are scrolled away or a bet is
 * made, and as picture in picture where the browser has that. Silent until it is asked for sound.
 */
export function LivePlayer({ channel, onClose }: LivePlayerProps): ReactNode {
  const t = useT();
  const video = useRef<HTMLVideoElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const [isBroken, setBroken] = useState(false);
  const [isClosed, setClosed] = useState(false);
  const state = useVideoState(video);
  const { isScrolled, isCovered } = useIsAway(place);
  const isAway = (isScrolled || isCovered) && !isClosed && state.isPlaying && !state.isOutside;
  useStream(video, { url: channel.url, isBroken, onBroken: () => setBroken(true) });
  const close: LiveAct = {
    icon: "close",
    label: t("live.close"),
    onPress: () => {
      setClosed(true);
      onClose?.();
    },
  };
  const acts = [...state.acts, ...(isAway ? [close] : [])];
  return (
    <div ref={place} className="live-place">
      <LiveFrame
        video={video}
        label={t("live.video", { name: channel.name })}
        tag={t("live.tag")}
        caption={placeName(t, channel)}
        note={channel.is_demo ? t("live.demo") : undefined}
        place={isAway ? "corner" : "page"}
        covered={isCovered}
        acts={isBroken ? [] : acts}
        play={state.play}
        trouble={
          isBroken ? (
            <>
              <p>{t("live.broken")}</p>
              <Button onPress={() => setBroken(false)}>{t("act.retry")}</Button>
            </>
          ) : undefined
        }
      />
    </div>
  );
}

/** Attaches the stream while the page is visible; a hidden page loads nothing. */
function useStream(
  video: RefObject<HTMLVideoElement | null>,
  stream: { url: string; isBroken: boolean; onBroken: () => void },
): void {
  const { url, isBroken } = stream;
  const told = useRef(stream.onBroken);
  told.current = stream.onBroken;
  useEffect(() => {
    const element = video.current;
    if (element === null || isBroken) return;
    let isOver = false;
    let detach: (() => void) | undefined;
    void attachStream(element, url, () => !isOver && told.current())
      .then((letGo) => {
        if (isOver) return letGo();
        detach = letGo;
        // Where reduced motion is preferred, it waits for the button.
        if (!matchMedia("(prefers-reduced-motion: reduce)").matches) return element.play();
        return undefined;
      })
      .catch((error: unknown) => console.info("live", error));
    const onHidden = () => {
      if (document.hidden && document.pictureInPictureElement !== element) element.pause();
    };
    document.addEventListener("visibilitychange", onHidden);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", onHidden);
      detach?.();
    };
  }, [video, url, isBroken]);
}

/** Whether the place of the picture is out of sight, or covered by a sheet. */
function useIsAway(place: RefObject<HTMLElement | null>): {
  isScrolled: boolean;
  isCovered: boolean;
} {
  const [isScrolled, setScrolled] = useState(false);
  const [isCovered, setCovered] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const sight = new IntersectionObserver(
      ([entry]) => setScrolled(entry !== undefined && entry.intersectionRatio < 0.35),
      { threshold: [0, 0.35, 0.7] },
    );
    sight.observe(element);
    const look = () => setCovered(document.querySelector("dialog[open]") !== null);
    const sheets = new MutationObserver(look);
    sheets.observe(document.body, { subtree: true, childList: true, attributeFilter: ["open"] });
    return () => {
      sight.disconnect();
      sheets.disconnect();
    };
  }, [place]);
  return { isScrolled, isCovered };
}
