import {
  Component,
  lazy,
  type ComponentType,
  type LazyExoticComponent,
  type ReactNode,
} from "react";
import { currentT } from "./lang.ts";

type Load = () => Promise<{ readonly default: ComponentType }>;

const pages = new Map<Load, LazyExoticComponent<ComponentType>>();

/** A page whose code loads when it is opened. After a failure it may be tried anew. */
export function lazyPage(load: Load): LazyExoticComponent<ComponentType> {
  const known = pages.get(load);
  if (known !== undefined) return known;
  const page = lazy(load);
  pages.set(load, page);
  return page;
}

interface Props {
  readonly children: ReactNode;
  /** A change of it is a fresh start: the path. */
  readonly resetKey: string;
}

/** What is shown when a page did not come: the whole page is the button that tries again. */
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
        {currentT()("console.pageFailed")}
      </button>
    );
  }
}
