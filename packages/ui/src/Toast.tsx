import { useSyncExternalStore, type ReactNode } from "react";
import { currentToast, hideToast, subscribeToToasts } from "./toast-store.ts";
import "./styles/toast.css";

/**
 * Where toasts appear. Mounted empty from the start, or a screen reader would miss the first one.
 * A sheet mounts its own: everything behind an open sheet is silent.
 */
export function ToastRegion(): ReactNode {
  const toast = useSyncExternalStore(subscribeToToasts, currentToast, currentToast);
  const act = toast?.act;
  return (
    <div className="toast-region" role="status">
      {toast !== undefined && (
        <div className="toast" key={toast.id}>
          <span>{toast.text}</span>
          {act !== undefined && (
            <button
              type="button"
              onClick={() => {
                hideToast();
                act.onPress();
              }}
            >
              {act.label}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
