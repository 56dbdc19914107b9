import { useEffect, useRef, type ReactNode } from "react";
import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx/lite";
import { NavLink, useLocation } from "react-router";
import type { StaffPermission } from "../../../src/features/people/permissions.ts";
import type { StaffReply } from "../api-types.ts";
import { staffQuery } from "../api.ts";
import { useCan } from "../frame/session.ts";
import { m } from "../messages.ts";
import { insertCode } from "../parts/insert-code.tsx";
import { useFormats } from "../parts/formats.ts";
import { ScreenHead } from "../parts/screen-head.tsx";
import { RunChips, useRange } from "./run-labels.tsx";
import type { FullRun } from "./types.ts";

interface RunTab {
  /** Path after `/runs/:id`. */
  path: string;
  label(): string;
  permission: StaffPermission;
  /** Total number, shown in grey. */
  total?(run: FullRun): number;
  /** Number that waits for staff, shown in amber. */
  toDo?(toDo: StaffReply<"GET /api/staff/runs/:id/to-do">): number;
}

/** The pages of a run, in the order in which staff need them. Each also has an entry in `routes.tsx`. */
const runTabs: readonly RunTab[] = [
  { path: "", label: () => m.staff_runs_tab_run(), permission: "schedule.read" },
  {
    path: "/roster",
    label: () => m.staff_common_roster(),
    permission: "roster.read",
    total: ({ seatsSold }) => seatsSold,
  },
  {
    path: "/attendance",
    label: () => m.staff_attendance_title(),
    permission: "attendance.read",
    toDo: ({ attendance }) => attendance,
  },
  {
    path: "/certificates",
    label: () => m.staff_certificates_title(),
    permission: "attendance.read",
    toDo: ({ certificates }) => certificates,
  },
  {
    path: "/waiting-list",
    label: () => m.staff_waiting_title(),
    permission: "roster.read",
    total: ({ waiting }) => waiting,
  },
  { path: "/feedback", label: () => m.staff_feedback_title(), permission: "feedback.read" },
];

interface RunHeadProps {
  run: FullRun;
  /** A line below the dates. By default the venue and the hours; not shown in a sticky head. */
  facts?: ReactNode;
  actions?: ReactNode;
  /** Keeps the head visible while a form scrolls. */
  sticky?: boolean;
}

/** The head of every page of a run: its name, the actions, and its pages as tabs. */
export function RunHead({ run, facts, actions, sticky = false }: RunHeadProps) {
  const { localized, joinWithCommas } = useFormats();
  const range = useRange();
  const { pathname } = useLocation();
  const dates = range(run.startDate, run.endDate);
  const venue = localized(run.venueEng, run.venueAr);
  const city = venue.split(/[,،]/).at(-1)?.trim() ?? "";
  const isAccredited = run.accreditationStatus === "accredited";
  const hours = { count: run.hours };
  const factTexts = [
    venue,
    joinWithCommas(
      m.staff_runs_session_count({ count: run.sessions.length }),
      isAccredited ? m.staff_runs_cme_hours(hours) : m.staff_runs_plain_hours(hours),
    ),
  ];
  const headFacts = (
    <>
      {factTexts.filter(Boolean).join(" · ")}
      {run.accreditationNumber && insertCode((number) => ` · ${number}`, run.accreditationNumber)}
    </>
  );
  const currentTab = runTabs.find(({ path }) => path !== "" && pathname.endsWith(path));
  return (
    <>
      <ScreenHead
        sticky={sticky}
        title={run.delivery === "online" ? dates : m.staff_runs_title_of({ range: dates, city })}
        {...(currentTab && { tabTitle: currentTab.label() })}
        facts={sticky ? undefined : (facts ?? headFacts)}
        breadcrumb={[
          { label: m.staff_menu_runs(), to: "/runs" },
          { label: localized(run.name_eng, run.name_ar), to: `/runs/${run.id}` },
        ]}
        state={<RunChips run={run} />}
        actions={actions}
      />
      <RunTabs run={run} />
    </>
  );
}

function RunTabs({ run }: { run: FullRun }) {
  const can = useCan();
  const { data: toDo } = useQuery({
    ...staffQuery("GET /api/staff/runs/:id/to-do", { id: run.id }),
    enabled: can("attendance.read"),
  });
  const nav = useRef<HTMLElement>(null);
  // On a phone the tab of the current page may be scrolled out of view.
  useEffect(() => {
    const current = nav.current?.querySelector('[aria-current="page"]');
    current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, []);
  const visibleTabs = runTabs.filter(({ permission }) => can(permission));
  return (
    <nav
      ref={nav}
      className="scroll-row relative mb-5 gap-0.5 border-b border-edge [--scroll-background:var(--nh-bg)]"
      aria-label={m.staff_runs_tabs()}
    >
      {visibleTabs.map(({ path, label, total, toDo: countToDo }) => {
        const count = toDo && countToDo ? countToDo(toDo) : 0;
        return (
          <NavLink
            key={path}
            to={`/runs/${run.id}${path}`}
            end
            className={({ isActive }) =>
              clsx(
                "-mb-px inline-flex min-h-11 items-center gap-1.5 whitespace-nowrap border-b-2 px-3.5 -outline-offset-2!",
                isActive ? "border-primary font-medium text-primary" : "border-transparent text-ink-2 hover:text-ink",
              )
            }
          >
            {label()}
            {total && <span className="text-ink-3 tabular-nums">{total(run)}</span>}
            {count > 0 && (
              <span className="min-w-5 rounded-full bg-warning-tint px-1.5 text-center text-sm/5 font-medium text-warning ring-1 ring-[#ecd6a4] ring-inset">
                {count}
                <span className="sr-only"> {m.staff_runs_tab_waiting()}</span>
              </span>
            )}
          </NavLink>
        );
      })}
    </nav>
  );
}
