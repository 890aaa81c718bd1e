import { useEffect, useRef, type ReactNode } from "react";
import { Button } from "./Button.tsx";
import { useText } from "./text.tsx";
import "./styles/state.css";

export interface LoadMoreProps {
  readonly hasMore: boolean;
  readonly loading: boolean;
  readonly onReach: () => void;
  /** How far from the bottom it begins; the specification's 50. */
  readonly distancePx?: number | undefined;
}

const REACH_BOTTOM_PX = 50;
const REARM_MS = 350;

/** The end of a list: it loads more when it comes near, and by a button. */
export function LoadMore(props: LoadMoreProps): ReactNode {
  const { hasMore, loading, onReach, distancePx = REACH_BOTTOM_PX } = props;
  const t = useText();
  const end = useRef<HTMLDivElement>(null);
  const firedAt = useRef(0);
  useEffect(() => {
    const element = end.current;
    if (element === null || !hasMore || loading) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const isNear = entries.some((entry) => entry.isIntersecting);
        if (!isNear || Date.now() - firedAt.current < REARM_MS) return;
        firedAt.current = Date.now();
        onReach();
      },
      { rootMargin: `0px 0px ${distancePx}px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
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
