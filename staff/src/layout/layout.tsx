import { Suspense, type ReactNode } from "react";
import { ErrorBoundary, type FallbackProps } from "react-error-boundary";
import { useLocation } from "react-router-dom";
import { m } from "../messages.ts";
import { Keyboard } from "../palette/keyboard.tsx";
import { Palette } from "../palette/palette.tsx";
import { Failed, Loading } from "../ui/states.tsx";
import { AppBar } from "./app-bar.tsx";
import { Sidebar } from "./sidebar.tsx";
import { useMenuState } from "./use-menu-state.ts";

function FailedPage({ error, resetErrorBoundary }: FallbackProps) {
  return <Failed error={error} onRetry={resetErrorBoundary} />;
}

/** App bar, menu and page. A page that fails leaves the frame standing. */
export function Layout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const menu = useMenuState();
  return (
    <>
      <a className="skip-link" href="#main-content">
        {m.staff_ra_navigation_skip_nav()}
      </a>
      <AppBar {...menu} />
      <div className="frame">
        <Sidebar {...menu} />
        <main id="main-content" tabIndex={-1}>
          <ErrorBoundary resetKeys={[pathname]} FallbackComponent={FailedPage}>
            <Suspense fallback={<Loading />}>{children}</Suspense>
          </ErrorBoundary>
        </main>
      </div>
      <Palette />
      <Keyboard />
    </>
  );
}
