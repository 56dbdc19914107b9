import { Outlet } from "react-router";
import { useLocale } from "../frame/locale.ts";
import { m } from "../messages.ts";
import { Keyboard } from "../palette/keyboard.tsx";
import { Palette } from "../palette/palette.tsx";
import { AppBar } from "./app-bar.tsx";
import { Sidebar } from "./sidebar.tsx";
import { useMenuState } from "./use-menu-state.ts";

/** App bar, menu and page. */
export function Layout() {
  useLocale();
  const menu = useMenuState();
  return (
    <>
      <a
        className="absolute -top-16 start-4 z-60 rounded-control bg-surface px-4 py-2.5 focus:top-2"
        href="#main-content"
      >
        {m.staff_common_skip_nav()}
      </a>
      <AppBar {...menu} />
      <div className="flex min-h-[calc(100vh-3.5rem)]">
        <Sidebar {...menu} />
        <main
          id="main-content"
          tabIndex={-1}
          className="max-w-360 min-w-0 flex-1 px-8 pt-6 pb-12 outline-none max-md:px-4 max-md:pt-4 max-md:pb-22"
        >
          <Outlet />
        </main>
      </div>
      <Palette />
      <Keyboard />
    </>
  );
}
