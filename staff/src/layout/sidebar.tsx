import { useEffect, useState } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { m } from "../messages.ts";
import { Tooltip } from "../parts/tooltip.tsx";
import { useMe } from "../frame/session.ts";
import { NavLink } from "react-router";
import { Initial } from "../parts/initial.tsx";
import { Icon } from "../../../src/ui/icon.tsx";
import { useFormats } from "../parts/formats.ts";
import { useDashboard } from "../today/use-dashboard.ts";
import { useCan } from "../frame/session.ts";
import { pages } from "../routes.tsx";
import { menuCounts, menuFor } from "./menu.ts";
import type { MenuState } from "./use-menu-state.ts";
import { useBack } from "../frame/leave-guard.tsx";
import { useEscape } from "../parts/use-escape.ts";

const knownPaths = new Set(pages.map(({ path }) => path));

function RiyadhTime() {
  const { date, joinWithCommas } = useFormats();
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <p className="mx-2.5 flex-none border-t border-edge px-2.5 pt-3 text-sm text-ink-3">
      {joinWithCommas(date(now, "dayMonth"), date(now, "time"))}
      <br />
      {m.staff_shell_riyadh_time()}
    </p>
  );
}

function MenuEntries({ isCollapsed, onChoose }: { isCollapsed: boolean; onChoose?: () => void }) {
  const can = useCan();
  const { number } = useFormats();
  const { data } = useDashboard();
  const counts = menuCounts(data);
  return (
    <nav
      id="portal-menu"
      aria-label={m.staff_shell_menu()}
      className="sticky top-14 flex h-[calc(100dvh-3.5rem)] flex-col pb-5"
    >
      {/* The entries scroll if they do not fit the window. The time below stays visible. */}
      <div className="grid min-h-0 flex-1 content-start gap-4 overflow-y-auto px-2.5 pt-3.5 pb-3">
        {menuFor(can, knownPaths).map((group) => (
          <div key={group.name ?? "first"}>
            {group.name && !isCollapsed && (
              <h2 className="mb-1 px-2.5 font-sans text-sm font-medium tracking-normal text-ink-3">
                {m[`staff_menu_groups_${group.name}`]()}
              </h2>
            )}
            {group.lines.map(({ name, to, icon }) => {
              const label = m[`staff_menu_${name}`]();
              return (
                <Tooltip key={name} text={isCollapsed ? label : ""} placement="end">
                  <NavLink
                    to={to}
                    end={to === "/"}
                    {...(onChoose ? { onClick: onChoose } : {})}
                    className="flex min-h-8.5 items-center gap-2.5 rounded-sm border-s-3 border-transparent pe-2.5 ps-[calc(.625rem-3px)] text-ink-2 hover:bg-white/60 aria-[current]:border-primary aria-[current]:bg-surface aria-[current]:font-medium aria-[current]:text-primary max-md:min-h-11 [&:not([aria-current])>svg]:text-ink-3"
                  >
                    <Icon name={icon} />
                    <span className={isCollapsed ? "sr-only" : ""}>{label}</span>
                    {!isCollapsed && counts[name] ? (
                      <span className="count-badge ms-auto min-w-5.5 rounded-full border border-[#e8cf98] bg-warning-tint px-1.5 text-center text-sm font-medium text-warning">
                        {number(counts[name])}
                      </span>
                    ) : null}
                  </NavLink>
                </Tooltip>
              );
            })}
          </div>
        ))}
      </div>
      {!isCollapsed && <RiyadhTime />}
    </nav>
  );
}

/** The signed-in person with their role, and the button that closes the drawer. */
function DrawerHead({ onClose }: { onClose(): void }) {
  const { name, role } = useMe();
  useBack(onClose);
  useEscape(onClose);
  return (
    <div className="flex h-14 flex-none items-center gap-3 bg-palm-900 ps-4 pe-2 leading-tight text-on-band [--nh-focus:#c6b7ee]">
      <Initial isOnBand name={name} />
      <span>
        <bdi>{name}</bdi>
        <small className="block text-sm text-on-band-2">{m[`staff_roles_${role}`]()}</small>
      </span>
      <button
        type="button"
        aria-label={m.staff_common_action_close_menu()}
        className="ms-auto grid size-11 place-items-center rounded-sm"
        onClick={onClose}
      >
        <Icon name="x" />
      </button>
    </div>
  );
}

/** The menu beside the page, or a drawer on phones. */
export function Sidebar({ isPhone, isOpen, setIsOpen }: MenuState) {
  if (isPhone)
    return (
      <ModalOverlay
        isOpen={isOpen}
        isDismissable
        onOpenChange={setIsOpen}
        className="fixed inset-0 z-50 bg-overlay transition-opacity duration-(--nh-base) starting:opacity-0"
      >
        <Modal className="absolute inset-y-0 start-0 w-[min(80vw,300px)] overflow-y-auto bg-rail shadow-3 transition-[translate] duration-(--nh-base) ease-out ltr:starting:-translate-x-8 rtl:starting:translate-x-8">
          <Dialog aria-label={m.staff_shell_menu()} className="outline-none">
            <DrawerHead onClose={() => setIsOpen(false)} />
            <MenuEntries isCollapsed={false} onChoose={() => setIsOpen(false)} />
          </Dialog>
        </Modal>
      </ModalOverlay>
    );
  return (
    <aside className={`flex-none border-e border-edge bg-rail ${isOpen ? "w-58" : "w-16"}`}>
      <MenuEntries isCollapsed={!isOpen} />
    </aside>
  );
}
