import type { LiveAct } from "@club/ui";
import { useEffect, useState, type RefObject } from "react";
import { useT } from "../../core/lang.ts";

export interface VideoState {
  readonly isPlaying: boolean;
  /** In the browser's own picture in picture. */
  readonly isOutside: boolean;
  readonly acts: readonly LiveAct[];
  /** Plays it, while it is paused. */
  readonly play: { readonly label: string; readonly onPress: () => void } | undefined;
}

/** The state of the video, as the video reports it, and the buttons that change it. */
export function useVideoState(video: RefObject<HTMLVideoElement | null>): VideoState {
  const t = useT();
  const [state, setState] = useState({ isPlaying: false, isOutside: false });
  useEffect(() => {
    const element = video.current;
    if (element === null) return;
    const look = () =>
      setState({
        isPlaying: !element.paused,
        isOutside: document.pictureInPictureElement === element,
      });
    const events = ["play", "pause", "enterpictureinpicture", "leavepictureinpicture"];
    for (const name of events) element.addEventListener(name, look);
    return () => events.forEach((name) => element.removeEventListener(name, look));
  }, [video]);
  const pause: LiveAct = {
    icon: "pause",
    label: t("live.pause"),
    onPress: () => video.current?.pause(),
  };
  const play = {
    label: t("live.play"),
    onPress: () =>
      void video.current?.play().catch((error: unknown) => console.info("live", error)),
  };
  const outside: LiveAct = {
    icon: "live",
    label: t("live.pip"),
    onPress: () => void togglePictureInPicture(video.current),
  };
  const canLeave = document.pictureInPictureEnabled;
  const acts = [...(state.isPlaying ? [pause] : []), ...(canLeave ? [outside] : [])];
  return { ...state, acts, play: state.isPlaying ? undefined : play };
}

async function togglePictureInPicture(video: HTMLVideoElement | null): Promise<void> {
  try {
    if (document.pictureInPictureElement !== null) await document.exitPictureInPicture();
    else await video?.requestPictureInPicture();
  } catch (error) {
    console.info("live", error);
  }
}
