import {
  useEffect,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
  type RefObject,
} from "react";
import { useText } from "./text.tsx";
import { Icon } from "./Icon.tsx";
import "./styles/toast.css";

/** Distances of look.md, in CSS pixels. */
const PULL_THRESHOLD_PX = 64;
const PULL_CAP_PX = 110;
const PULL_EDGE_PX = 30;
const RESISTANCE = 0.5;

export interface PullToRefreshProps {
  readonly onRefresh: () => Promise<unknown>;
  readonly children: ReactNode;
}

/**
 * Pulling the page down refreshes it. The screen must also offer a way without dragging (WCAG
 * 2.5.7): the app gives the top bar a refresh button or the list a "Refresh".
 */
export function PullToRefresh({ onRefresh, children }: PullToRefreshProps): ReactNode {
  const t = useText();
  const area = useRef<HTMLDivElement>(null);
  const { distance, isRefreshing } = usePullToRefresh(area, onRefresh);
  const isReady = distance >= PULL_THRESHOLD_PX;
  const text = isRefreshing ? t("state.loading") : isReady ? t("state.release") : t("state.pull");
  const shown = isRefreshing ? PULL_THRESHOLD_PX : distance;
  return (
    <div
      ref={area}
      className="pull"
      data-moving={distance > 0 || undefined}
      data-busy={isRefreshing || undefined}
      style={{ "--pull": `${shown}px` } as CSSProperties}
    >
      <div className="pull-sign across gap-2" aria-hidden={!isRefreshing} role="status">
        {shown > 0 && (
          <>
            <Icon name="refresh" />
            {text}
          </>
        )}
      </div>
      {children}
    </div>
  );
}

/** The drag itself: non-passive, or the browser would scroll instead. */
function usePullToRefresh(
  area: RefObject<HTMLElement | null>,
  onRefresh: () => Promise<unknown>,
): { readonly distance: number; readonly isRefreshing: boolean } {
  const [distance, setDistance] = useState(0);
  const [isRefreshing, setRefreshing] = useState(false);
  const refresh = useRef(onRefresh);
  refresh.current = onRefresh;
  useEffect(() => {
    const element = area.current;
    if (element === null) return;
    return listenForPull(element, {
      onMove: setDistance,
      onRelease: () => {
        setRefreshing(true);
        void refresh.current().finally(() => setRefreshing(false));
      },
    });
  }, [area]);
  return { distance, isRefreshing };
}

interface PullListener {
  readonly onMove: (distance: number) => void;
  readonly onRelease: () => void;
}

function listenForPull(element: HTMLElement, { onMove, onRelease }: PullListener): () => void {
  let startY: number | undefined;
  let distance = 0;
  const move = (event: TouchEvent) => {
    const touch = event.touches[0];
    if (startY === undefined || touch === undefined) return;
    distance = pullDistance(touch.clientY - startY);
    if (distance > 0 && event.cancelable) event.preventDefault();
    onMove(distance);
  };
  const start = (event: TouchEvent) => {
    const touch = event.touches[0];
    const canPull = touch !== undefined && window.scrollY <= 0 && event.touches.length === 1;
    startY = canPull && !beginsAtEdge(touch.clientX, window.innerWidth) ? touch.clientY : undefined;
    distance = 0;
  };
  const end = () => {
    if (startY !== undefined && distance >= PULL_THRESHOLD_PX) onRelease();
    startY = undefined;
    onMove(0);
  };
  element.addEventListener("touchstart", start, { passive: true });
  element.addEventListener("touchmove", move, { passive: false });
  element.addEventListener("touchend", end);
  element.addEventListener("touchcancel", end);
  return () => {
    element.removeEventListener("touchstart", start);
    element.removeEventListener("touchmove", move);
    element.removeEventListener("touchend", end);
    element.removeEventListener("touchcancel", end);
  };
}

/** How far the page follows a finger that has moved `movedPx` down. */
export function pullDistance(movedPx: number): number {
  return Math.min(PULL_CAP_PX, Math.max(0, movedPx * RESISTANCE));
}

/** A drag that begins at the edge belongs to the system (back gesture). */
export function beginsAtEdge(x: number, widthPx: number): boolean {
  return x < PULL_EDGE_PX || x > widthPx - PULL_EDGE_PX;
}
