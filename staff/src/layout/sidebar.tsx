import { useEffect, useState } from "react";
import { useMe } from "../frame/session.ts";
import { Drawer, Tooltip } from "@mui/material";
import { NavLink } from "react-router";
import { m } from "../messages.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Icon } from "../ui/icon.tsx";
import { useFormats } from "../ui/formats.ts";
import { useDashboard } from "../today/use-dashboard.ts";
import { useMay } from "../frame/session.ts";
import { pages } from "../routes.tsx";
import { menuFor } from "./menu.ts";
import type { MenuState } from "./use-menu-state.ts";

const known = new Set(pages.map(({ path }) => path));

function RiyadhTime() {
  const { date, facts } = useFormats();
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <p className="sidebar-foot">
      {facts(date(now, "dayMonth"), date(now, "time"))}
      <br />
      {m.staff_shell_riyadh_time()}
    </p>
  );
}

/** How many wait behind a line, where a person must act. */
function useCounts(): Record<string, number> {
  const { data } = useDashboard();
  return {
    enquiries: data?.enquiries?.count ?? 0,
    payments: data?.payments?.count ?? 0,
    mails: data?.mails?.count ?? 0,
  };
}

function MenuLines({ isClosed, onChoose }: { isClosed: boolean; onChoose?: () => void }) {
  const may = useMay();
  const { number } = useFormats();
  const counts = useCounts();
  return (
    <nav id="portal-menu" aria-label={m.staff_shell_menu()} className="sidebar-menu">
      {menuFor(may, known).map((group) => (
        <div key={group.name ?? "first"}>
          {group.name && !isClosed && <h2>{m[`staff_menu_groups_${group.name}`]()}</h2>}
          {group.lines.map(({ name, to, icon }) => {
            const label = m[`staff_menu_${name}`]();
            return (
              <Tooltip key={name} title={isClosed ? label : ""} placement="right">
                <NavLink to={to} end={to === "/"} {...(onChoose ? { onClick: onChoose } : {})}>
                  <Icon name={icon} />
                  <span className={isClosed ? "visually-hidden" : ""}>{label}</span>
                  {!isClosed && counts[name] ? <span className="count-badge">{number(counts[name])}</span> : null}
                </NavLink>
              </Tooltip>
            );
          })}
        </div>
      ))}
      {!isClosed && <RiyadhTime />}
    </nav>
  );
}

/** Who is signed in, and the way back. */
function DrawerHead({ onClose }: { onClose(): void }) {
  const { name, role } = useMe();
  return (
    <div className="drawer-head">
      <Avatar name={name} />
      <span>
        <bdi>{name}</bdi>
        <small>{m[`staff_roles_${role}`]()}</small>
      </span>
      <button type="button" aria-label={m.staff_ra_action_close_menu()} onClick={onClose}>
        <Icon name="x" />
      </button>
    </div>
  );
}

/** The menu beside the page; a drawer on phones. */
export function Sidebar({ isPhone, isOpen, setIsOpen }: MenuState) {
  if (isPhone)
    return (
      <Drawer
        open={isOpen}
        onClose={() => setIsOpen(false)}
        slotProps={{ paper: { className: "sidebar in-drawer", "aria-label": m.staff_shell_menu() } }}
      >
        <DrawerHead onClose={() => setIsOpen(false)} />
        <MenuLines isClosed={false} onChoose={() => setIsOpen(false)} />
      </Drawer>
    );
  return (
    <aside className={`sidebar${isOpen ? "" : " closed"}`}>
      <MenuLines isClosed={!isOpen} />
    </aside>
  );
}
