import { useEffect, useRef, type ReactNode } from "react";
import { Button } from "./Button.tsx";
import { useText } from "./text.tsx";
import "./styles/state.css";

export interface LoadMoreProps {
  readonly hasMore: boolean;
  readonly loading: boolean;
  readonly onReach: () => void;
  /** How far from the bottom it starts; the specification's 50. */
  readonly distancePx?: number | undefined;
}

const REACH_BOTTOM_PX = 50;
const REARM_MS = 350;

/** The end of a list: it loads more when it comes into view, or by a button. */
export function LoadMore(props: LoadMoreProps): ReactNode {
  const { hasMore, loading, onReach, distancePx = REACH_BOTTOM_PX } = props;
  const t = useText();
  const end = useRef<HTMLDivElement>(null);
  const firedAt = useRef(0);
  useEffect(() => {
    const element = end.current;
    if (element === null || !hasMore || loading) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const reach = () => {
      firedAt.current = Date.now();
      onReach();
    };
    const observer = new IntersectionObserver(
      (entries) => {
        clearTimeout(timer);
        if (!entries.some((entry) => entry.isIntersecting)) return;
        // If it is still near when armed again, no further event would come.
        timer = setTimeout(reach, Math.max(0, firedAt.current + REARM_MS - Date.now()));
      },
      { rootMargin: `0px 0px ${distancePx}px` },
    );
    observer.observe(element);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [hasMore, loading, onReach, distancePx]);
  return (
    <div ref={end} className="load-more">
      {hasMore ? (
        <Button busy={loading} busyText={t("state.loading")} onPress={onReach}>
          {t("act.loadMore")}
        </Button>
      ) : (
        <p className="mute">{t("state.end")}</p>
      )}
    </div>
  );
}
