import type { ReactNode } from "react";
import { m } from "../messages.ts";
import { Keyboard } from "../palette/keyboard.tsx";
import { Palette } from "../palette/palette.tsx";
import { AppBar } from "./app-bar.tsx";
import { Sidebar } from "./sidebar.tsx";
import { useMenuState } from "./use-menu-state.ts";

/** App bar, menu and page. */
export function Layout({ children }: { children: ReactNode }) {
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
          {children}
        </main>
      </div>
      <Palette />
      <Keyboard />
    </>
  );
}
