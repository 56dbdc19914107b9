import { useQuery } from "@tanstack/react-query";
import { useMe } from "../frame/session.ts";
import { useListState } from "../frame/list-state.ts";
import { Link } from "react-router";
import { staffQuery } from "../api.ts";
import { m } from "../messages.ts";
import { Initial } from "../parts/initial.tsx";
import { DateTime } from "../parts/date-time.tsx";
import { useFormats } from "../parts/formats.ts";
import { ListLayout } from "../parts/list/list-layout.tsx";
import type { ListColumn } from "../parts/list/list-table.tsx";
import { ScreenHead } from "../parts/screen-head.tsx";
import { useCan } from "../frame/session.ts";
import { AuditChange } from "./audit-change.tsx";
import {
  auditAreas,
  getActionLabel,
  getEntityLabel,
  canOpenTask,
  getRecordLabel,
  getRecordPath,
  getTaskLabel,
  type AuditArea,
} from "./audit-labels.ts";
import type { AuditEvent } from "./audit-labels.ts";
import { addDays } from "../../../src/i18n/dates.ts";
import { toDay, startOfDay } from "../parts/days.ts";
import { TextLink } from "../parts/text-link.tsx";
import { Lines } from "../parts/lines.tsx";

const toInputDay = (instant: unknown, shiftDays = 0) =>
  typeof instant === "string" ? addDays(toDay(instant), shiftDays) : "";

/** Filters by a range of days in Riyadh's time, both included. */
function AuditPeriod() {
  const { filter, setFilter } = useListState();
  const setDay = (field: "from" | "to", value: string) => {
    const { [field]: _, ...others } = filter;
    if (value === "") return setFilter(others);
    // The last day is included, so the filter ends where the next day starts.
    const instant = startOfDay(field === "from" ? value : addDays(value, 1));
    setFilter({ ...others, [field]: instant });
  };
  return (
    <>
      <label className="inline-flex items-center gap-1.5 text-ink-2">
        {m.staff_audit_from()}
        <input
          type="date"
          className="control w-auto"
          value={toInputDay(filter["from"])}
          onChange={(event) => setDay("from", event.target.value)}
        />
      </label>
      <label className="inline-flex items-center gap-1.5 text-ink-2">
        {m.staff_audit_to()}
        <input
          type="date"
          className="control w-auto"
          value={toInputDay(filter["to"], -1)}
          onChange={(event) => setDay("to", event.target.value)}
        />
      </label>
    </>
  );
}

export default function AuditList() {
  const { data: actors, isPending } = useQuery(staffQuery("GET /api/staff/audit-actors"));
  const columns: ListColumn<AuditEvent>[] = [
    { name: "when", label: m.staff_audit_when(), sort: "at", render: ({ at }) => <DateTime value={at} /> },
    { name: "who", label: m.staff_audit_who(), render: (event) => <Actor {...event} /> },
    {
      name: "what",
      isRowName: true,
      label: m.staff_audit_what(),
      render: ({ action }) => <span className="font-medium">{getActionLabel(action)}</span>,
    },
    { name: "on", label: m.staff_audit_on(), minWidth: 1200, render: (event) => <AuditedRecord event={event} /> },
  ];
  const areas = Object.keys(auditAreas) as AuditArea[];
  return (
    <ListLayout<AuditEvent>
      list="audit"
      caption={m.staff_menu_audit()}
      sort="-at"
      search={m.staff_audit_search()}
      head={<ScreenHead title={m.staff_menu_audit()} facts={m.staff_audit_facts()} />}
      views={[
        { name: "all", label: m.staff_common_all(), filter: {} },
        ...areas.map((area) => ({
          name: area,
          label: m[`staff_audit_areas_${area}`](),
          filter: { entities: [...auditAreas[area]] },
        })),
      ]}
      choices={[
        {
          source: "actor_id",
          label: m.staff_audit_who(),
          choices: (actors?.data ?? []).filter(({ name }) => name !== ""),
        },
        {
          source: "actor_kind",
          label: m.staff_audit_by(),
          choices: (["staff", "learner", "visitor", "job", "provider", "command"] as const).map((id) => ({
            id,
            name: m[`staff_audit_kinds_${id}`](),
          })),
        },
        {
          source: "drafts",
          label: m.staff_audit_drafts(),
          choices: [{ id: "hidden", name: m.staff_audit_drafts_hidden() }],
        },
      ]}
      tools={<AuditPeriod />}
      columns={columns}
      isWaiting={isPending}
      renderCard={(event) => (
        <Lines>
          <span className="font-medium">{getActionLabel(event.action)}</span>
          <Actor {...event} />
          <span className="text-ink-3">
            <DateTime value={event.at} />
          </span>
        </Lines>
      )}
      renderDetail={(event) => <AuditChange event={event} />}
      empty={{ title: m.staff_audit_none() }}
    />
  );
}

function Actor({ actor }: AuditEvent) {
  const name = actor.kind === "staff" ? (actor.name ?? "") : m[`staff_audit_kinds_${actor.kind}`]();
  const label =
    actor.kind === "learner" && actor.id ? (
      <Link to={`/people/${encodeURIComponent(actor.id)}`}>{name}</Link>
    ) : (
      <bdi>{name}</bdi>
    );
  return (
    <span className="flex items-center gap-[0.7rem]">
      <Initial name={name} />
      {label}
    </span>
  );
}

function AuditedRecord({ event }: { event: AuditEvent }) {
  const { entity, entity_id: id } = event;
  const can = useCan();
  const me = useMe();
  const isTask = entity === "task";
  const isHidden = isTask && !canOpenTask(event, me.id, can("staff.manage"));
  const path = isHidden ? null : getRecordPath(entity, id);
  const formats = useFormats();
  const recordName = getRecordLabel(event, formats);
  const text = (
    <>
      {isTask ? getTaskLabel(event.after?.["kind"]) : getEntityLabel(entity)} <bdi>{recordName}</bdi>
    </>
  );
  return path ? <TextLink to={path}>{text}</TextLink> : text;
}
