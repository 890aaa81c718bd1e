import {
  Component,
  createElement,
  startTransition,
  useEffect,
  useState,
  type ComponentType,
  type ReactNode,
} from "react";

export type LoadPage<P = object> = () => Promise<{ readonly default: ComponentType<P> }>;

interface Waiting {
  /** Stands in for the page until its code has loaded. */
  readonly waiting?: ReactNode;
}

const pages = new Map<unknown, unknown>();

/**
 * A part of the app whose code loads when it is first drawn; the same `load` gives the same part.
 * It shows as soon as its code is there (React's own `lazy` keeps its fallback for at least 300
 * ms). A failure is thrown on drawing; a boundary's retry loads it again.
 */
export function lazyPage<P = object>(
  load: LoadPage<P>,
  come: LoadPage<P> = load,
): ComponentType<P & Waiting> {
  const known = pages.get(load) as ComponentType<P & Waiting> | undefined;
  if (known !== undefined) return known;
  const page = pageOf(come);
  pages.set(load, page);
  return page;
}

function pageOf<P>(come: LoadPage<P>): ComponentType<P & Waiting> {
  let page: ComponentType<P> | undefined;
  let failure: { readonly error: unknown } | undefined;
  let coming: Promise<void> | undefined;
  const fetchCode = async (): Promise<void> => {
    try {
      page = (await come()).default;
    } catch (error) {
      failure = { error };
    }
  };
  return function LazyPage({ waiting, ...props }) {
    // Whether its code was there at the first drawing, or has been reported since.
    const [hasCome, setCome] = useState(page !== undefined);
    coming ??= fetchCode();
    useEffect(() => {
      if (hasCome) return;
      let isShown = true;
      void coming?.then(() => {
        // As a transition it is drawn in slices: a touch is never kept waiting.
        if (isShown) startTransition(() => setCome(true));
      });
      return () => void (isShown = false);
    }, [hasCome]);
    if (failure !== undefined) throw failure.error;
    return page === undefined ? waiting : createElement<object>(page as ComponentType, props);
  };
}

interface Props {
  readonly children: ReactNode;
  /** A new value is a fresh start: the address. */
  readonly resetKey: string;
  /** The button's text. */
  readonly failedText: () => string;
}

/** Shown when a page did not load: the whole screen is the button that tries again. */
export class PageBoundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    console.error("page", error);
  }

  override componentDidUpdate(before: Props): void {
    if (before.resetKey !== this.props.resetKey && this.state.failed) this.retry();
  }

  retry = (): void => {
    pages.clear();
    this.setState({ failed: false });
  };

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <button type="button" className="page-failed" onClick={this.retry}>
        {this.props.failedText()}
      </button>
    );
  }
}
