import { useState } from "react";
import { useNotify } from "../frame/notices.tsx";
import { signOut, useMe } from "../frame/session.ts";
import { useLocaleState } from "../frame/locale.ts";
import { ListItemIcon, Menu, MenuItem } from "@mui/material";
import { Link, useNavigate } from "react-router";
import { m } from "../messages.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Icon } from "../ui/icon.tsx";
import { Mark } from "../ui/mark.tsx";
import { useListWidth } from "../ui/list/use-list-width.ts";
import { useSearchLabel } from "./use-search-label.ts";
import type { MenuState } from "./use-menu-state.ts";
import { openKeyboardList, openPalette } from "./palette-events.ts";

const languageNames = { en: "English", ar: "العربية" };

/** Menu, name, search, and at the end: the site, the language, the person. */
export function AppBar({ isOpen, setIsOpen }: MenuState) {
  const [locale, setLocale] = useLocaleState();
  const isPhone = useListWidth() === "phone";
  const searchLabel = useSearchLabel();
  const other = locale === "ar" ? "en" : "ar";
  return (
    <header className="app-bar">
      <button
        type="button"
        className="bar-button"
        aria-expanded={isOpen}
        aria-controls="portal-menu"
        aria-label={isOpen ? m.staff_ra_action_close_menu() : m.staff_ra_action_open_menu()}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name="menu" />
      </button>
      <Link to="/" className="bar-name">
        <Mark size={26} onDark />
        <span>{m.staff_shell_name()}</span>
        <i>{m.staff_shell_staff()}</i>
      </Link>
      <button type="button" className="bar-search" onClick={openPalette}>
        <Icon name="search" />
        <span>{searchLabel}</span>
        <kbd>Ctrl K</kbd>
      </button>
      <span className="bar-end">
        <a className="bar-text wide-only" href={locale === "ar" ? "/ar" : "/"} target="_blank" rel="noreferrer">
          <Icon name="external-link" size={16} mirrors />
          {m.staff_shell_view_site()}
        </a>
        {!isPhone && (
          <button type="button" className="bar-text" lang={other} onClick={() => setLocale(other)}>
            <Icon name="languages" size={16} />
            {languageNames[other]}
          </button>
        )}
        <button
          type="button"
          className="bar-button wide-only"
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
  const [locale, setLocale] = useLocaleState();
  const isPhone = useListWidth() === "phone";
  const other = locale === "ar" ? "en" : "ar";
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <>
      <button
        type="button"
        className="bar-person"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Avatar name={name} />
        <span className="wide-only">
          <bdi>{name}</bdi>
          <small>{m[`staff_roles_${role}`]()}</small>
        </span>
        <span className="visually-hidden">{m.staff_ra_auth_user_menu()}</span>
      </button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close}>
        <MenuItem component={Link} to="/account" onClick={close}>
          <ListItemIcon>
            <Icon name="user-round" />
          </ListItemIcon>
          {m.staff_shell_account()}
        </MenuItem>
        {isPhone && (
          <MenuItem
            lang={other}
            onClick={() => {
              close();
              setLocale(other);
            }}
          >
            <ListItemIcon>
              <Icon name="languages" />
            </ListItemIcon>
            {languageNames[other]}
          </MenuItem>
        )}
        <MenuItem
          onClick={() => {
            close();
            void signOut().then(
              () => navigate("/login"),
              (error: Error) => notify(error.message, { type: "error" }),
            );
          }}
        >
          <ListItemIcon>
            <Icon name="log-out" mirrors />
          </ListItemIcon>
          {m.staff_ra_auth_logout()}
        </MenuItem>
      </Menu>
    </>
  );
}
