import { lazy, Suspense, useState } from "react";
import { clsx } from "clsx/lite";
import { countUnsent, deleteLists } from "../door/door-store.ts";
import { loadPageTexts, m } from "../messages.ts";
import { Menu } from "../parts/menu.tsx";
import { useNotify } from "../frame/notices.tsx";
import { signOut, useMe } from "../frame/session.ts";
import { useLocaleState } from "../frame/locale.ts";
import { Link, useNavigate } from "react-router";
import { Initial } from "../parts/initial.tsx";
import { Icon } from "../../../src/ui/icon.tsx";
import { Kbd } from "../parts/kbd.tsx";
import { Mark } from "../../../src/ui/mark.tsx";
import { useListWidth } from "../parts/list/use-list-width.ts";
import { useSearchLabel } from "./search-label.ts";
import type { MenuState } from "./use-menu-state.ts";
import { openKeyboardList, openPalette } from "./palette-events.ts";

const UnsentDialog = lazy(async () => {
  const [dialogModule] = await Promise.all([import("../door/unsent-check-ins-dialog.tsx"), loadPageTexts()]);
  return dialogModule;
});

const barHover = "rounded-sm hover:bg-white/8";
const barButton = clsx(barHover, "grid size-9 flex-none place-items-center text-on-band-2 max-md:size-11");
const barText = clsx(barHover, "flex h-9 items-center gap-2 px-2.5 whitespace-nowrap text-on-band-2");
const languageNames = { en: "English", ar: "العربية" };

/** The bar above every page: menu button, name, search, link to the site, language and the user menu. */
export function AppBar({ isOpen, setIsOpen }: MenuState) {
  const [locale, setLocale] = useLocaleState();
  const isPhone = useListWidth() === "phone";
  const searchLabel = useSearchLabel();
  const otherLocale = locale === "ar" ? "en" : "ar";
  return (
    <header className="app-bar sticky top-0 z-30 flex h-14 items-center gap-3 bg-palm-900 ps-3 pe-4 text-on-band [--nh-focus:#c6b7ee] max-md:gap-1 max-md:px-1">
      <button
        type="button"
        className={barButton}
        aria-expanded={isOpen}
        aria-controls="portal-menu"
        aria-label={isOpen ? m.staff_common_action_close_menu() : m.staff_common_action_open_menu()}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name="menu" />
      </button>
      <Link
        to="/"
        className="flex min-w-40 items-center gap-2.5 font-display text-[1.0625rem]/none font-[450] tracking-[-0.015em] whitespace-nowrap max-md:min-w-0 lg:min-w-45 rtl:tracking-normal"
      >
        <Mark size={26} onDark />
        <span>{m.staff_shell_name()}</span>
        <span className="border-s border-band-line ps-2.5 font-sans text-sm/none font-normal text-on-band-2 max-lg:hidden">
          {m.staff_shell_staff()}
        </span>
      </Link>
      <button
        type="button"
        className="flex h-9 w-full max-w-120 items-center gap-2.5 rounded-control border border-palm-200/30 bg-white/8 ps-3 pe-1.5 text-start text-on-band-2 max-md:ms-auto max-md:size-11 max-md:flex-none max-md:justify-center max-md:border-0 max-md:bg-transparent max-md:p-0 lg:ms-2"
        onClick={openPalette}
      >
        <Icon name="search" />
        <span className="truncate flex-1 max-md:sr-only">{searchLabel}</span>
        <Kbd isOnBand>Ctrl K</Kbd>
      </button>
      <span className="flex items-center gap-1 md:ms-auto">
        <a
          className={clsx(barText, "max-lg:sr-only")}
          href={locale === "ar" ? "/ar" : "/"}
          target="_blank"
          rel="noreferrer"
        >
          <Icon name="external-link" size={16} mirrors />
          {m.staff_shell_view_site()}
        </a>
        {!isPhone && (
          <button type="button" className={barText} lang={otherLocale} onClick={() => setLocale(otherLocale)}>
            <Icon name="languages" size={16} />
            {languageNames[otherLocale]}
          </button>
        )}
        <button
          type="button"
          className={clsx(barButton, "max-lg:sr-only")}
          aria-label={m.staff_palette_keyboard()}
          onClick={openKeyboardList}
        >
          <Icon name="keyboard" />
        </button>
        <UserMenu />
      </span>
    </header>
  );
}

function UserMenu() {
  const { name, role } = useMe();
  const navigate = useNavigate();
  const notify = useNotify();
  const [unsent, setUnsent] = useState(0);
  const signOutHere = () =>
    signOut().then(
      () => {
        // Deletes the names of attendees from this phone.
        void deleteLists().catch(() => {});
        return navigate("/login");
      },
      (error: Error) => notify(error.message, { type: "error" }),
    );
  const [locale, setLocale] = useLocaleState();
  const isPhone = useListWidth() === "phone";
  const otherLocale = locale === "ar" ? "en" : "ar";
  return (
    <>
      <Menu
        className={clsx(
          barHover,
          "flex min-h-10 items-center gap-2.5 px-1.5 text-start leading-tight whitespace-nowrap",
        )}
        label={m.staff_common_user_menu()}
        items={[
          { icon: "user-round", label: m.staff_shell_account(), to: "/account" },
          isPhone && {
            icon: "languages",
            label: languageNames[otherLocale],
            lang: otherLocale,
            onChoose: () => setLocale(otherLocale),
          },
          {
            icon: "log-out",
            mirrorsIcon: true,
            label: m.staff_common_logout(),
            onChoose: () =>
              void countUnsent().then(
                (count) => (count > 0 ? setUnsent(count) : signOutHere()),
                // A browser without storage has nothing to send.
                signOutHere,
              ),
          },
        ]}
      >
        <Initial isOnBand name={name} />
        <span className="max-lg:sr-only">
          <bdi>{name}</bdi>
          <small className="block text-sm text-on-band-2">{m[`staff_roles_${role}`]()}</small>
        </span>
        <span className="sr-only">{m.staff_common_user_menu()}</span>
      </Menu>
      {unsent > 0 && (
        <Suspense>
          <UnsentDialog count={unsent} onClose={() => setUnsent(0)} onLeave={async () => void (await signOutHere())} />
        </Suspense>
      )}
    </>
  );
}
