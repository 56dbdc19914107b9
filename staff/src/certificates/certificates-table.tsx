import { useState } from "react";
import { clsx } from "clsx/lite";
import { isolate } from "../../../src/i18n/isolate.ts";
import { TextField } from "../../../src/ui/text-field.tsx";
import { useCan } from "../frame/session.ts";
import { m } from "../messages.ts";
import { insertCode } from "../parts/insert-code.tsx";
import { BulkBar } from "../parts/bulk-bar.tsx";
import { TickBox } from "../parts/choice.tsx";
import { Chip, type Tone } from "../parts/chip.tsx";
import { useFormats } from "../parts/formats.ts";
import type { IconName } from "../parts/portal-icon-names.ts";
import { FilterChip } from "../parts/list/filter-chip.tsx";
import { useListWidth } from "../parts/list/use-list-width.ts";
import { Rows } from "../parts/rows.tsx";
import { ScrollRegion } from "../parts/scroll-region.tsx";
import { Empty } from "../parts/states.tsx";
import { matchesQuery, rowStates, type Row, type RowState } from "./rows.ts";
import { RowActions, type RowActionProps } from "./row-actions.tsx";
import type { Person, RunCertificates } from "./types.ts";
import { Button } from "../../../src/ui/button.tsx";
import { SecondLine } from "../parts/second-line.tsx";

const stateStyles: Record<RowState, { tone: Tone; icon: IconName }> = {
  decide: { tone: "attention", icon: "undo-2" },
  issued: { tone: "good", icon: "award" },
  eligible: { tone: "good", icon: "circle-check" },
  held: { tone: "attention", icon: "lock" },
  feedback: { tone: "attention", icon: "message-square-text" },
  scfhs: { tone: "attention", icon: "id-card" },
  name: { tone: "attention", icon: "user-round" },
  unpaid: { tone: "attention", icon: "hourglass" },
  unmarked: { tone: "neutral", icon: "clock" },
  attendance: { tone: "neutral", icon: "circle-dashed" },
  replaced: { tone: "info", icon: "replace" },
  revoked: { tone: "wrong", icon: "circle-x" },
};

/** A bulk action. It applies to the selected rows that allow it. */
export type BulkAction = "issue-all" | "hold-chosen" | "archive";

type TableProps = Omit<RowActionProps, "row"> & {
  list: RunCertificates;
  rows: readonly Row[];
  onBulkAction(name: BulkAction, rows: Row[]): void;
};

/** Lists all certificates of a run on one page: in a table, or as cards on a phone. */
export function CertificatesTable({ list, rows, onBulkAction, ...actions }: TableProps) {
  const isPhone = useListWidth() === "phone";
  const [query, setQuery] = useState("");
  const [filter, setFilter] = useState<Record<string, unknown>>({});
  const visibleRows = rows.filter(
    (row) => matchesQuery(row, query) && (!filter["state"] || row.state === filter["state"]),
  );
  const states = rowStates.filter((state) => rows.some((row) => row.state === state));
  const [selectedKeys, setSelectedKeys] = useState<ReadonlySet<string>>(new Set());
  const selectedRows = visibleRows.filter(({ key }) => selectedKeys.has(key));
  const renderTickBox = (row: Row) => (
    <TickBox
      aria-label={row.name ?? m.staff_door_no_name()}
      checked={selectedKeys.has(row.key)}
      onChange={(isOn) =>
        setSelectedKeys(new Set([...selectedKeys].filter((key) => key !== row.key).concat(isOn ? row.key : [])))
      }
    />
  );
  return (
    <section className="card">
      {selectedRows.length > 0 && (
        <BulkActions
          selectedRows={selectedRows}
          canBeIssued={actions.canBeIssued}
          onBulkAction={onBulkAction}
          onClose={() => setSelectedKeys(new Set())}
        />
      )}
      <div className={clsx("flex flex-wrap items-center gap-2 px-pad py-3", selectedRows.length > 0 && "hidden!")}>
        <TextField
          hideLabel
          type="search"
          icon="search"
          className="max-w-96 flex-1 max-md:basis-full"
          dir="auto"
          label={m.staff_certificates_search()}
          placeholder={m.staff_certificates_search()}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        {states.length > 1 && (
          <FilterChip
            source="state"
            label={m.staff_common_status()}
            choices={states.map((id) => ({ id, name: m[`staff_certificates_states_${id}`]() }))}
            filter={filter}
            onChange={setFilter}
          />
        )}
        <span className="text-sm text-ink-3 ms-auto">
          {list.asksFeedback ? m.staff_certificates_rule_feedback() : m.staff_certificates_rule()}
        </span>
      </div>
      {visibleRows.length === 0 ? (
        <Empty
          icon={rows.length > 0 ? "search-x" : "users"}
          title={rows.length > 0 ? m.staff_certificates_none_found() : m.staff_certificates_none()}
        />
      ) : isPhone ? (
        <Rows>
          {visibleRows.map((row) => (
            <li key={row.key} className="grid min-h-13 items-center gap-1.5 border-t border-line px-pad py-3">
              <div className="flex items-start gap-3">
                {renderTickBox(row)}
                <div className="min-w-0">
                  <Name row={row} />
                </div>
              </div>
              <span className="flex flex-wrap items-center gap-2">
                <StateChip state={row.state} />
                <AttendedSessions person={row.person} />
              </span>
              <div>
                <Reason list={list} row={row} />
              </div>
              <RowActions {...actions} row={row} />
            </li>
          ))}
        </Rows>
      ) : (
        <ScrollRegion label={m.staff_certificates_title()}>
          <table className="table">
            <caption className="sr-only">{m.staff_certificates_title()}</caption>
            <thead>
              <tr>
                <td className="border-y border-line bg-row">
                  <TickBox
                    aria-label={m.staff_common_action_select_all()}
                    checked={visibleRows.length > 0 && selectedRows.length === visibleRows.length}
                    isIndeterminate={selectedRows.length > 0 && selectedRows.length < visibleRows.length}
                    onChange={(isOn) => setSelectedKeys(new Set(isOn ? visibleRows.map(({ key }) => key) : []))}
                  />
                </td>
                <th scope="col">{m.staff_common_attendee()}</th>
                <th scope="col">{m.staff_certificates_sessions()}</th>
                <th scope="col">{m.staff_common_status()}</th>
                <th scope="col">{m.staff_certificates_reason_column()}</th>
                <th scope="col">
                  <span className="sr-only">{m.staff_common_actions()}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {visibleRows.map((row) => (
                <tr key={row.key}>
                  <td>{renderTickBox(row)}</td>
                  <td className="max-w-60 min-w-40">
                    <Name row={row} />
                  </td>
                  <td>
                    <AttendedSessions person={row.person} />
                  </td>
                  <td>
                    <StateChip state={row.state} />
                  </td>
                  <td className="max-w-80">
                    <Reason list={list} row={row} />
                  </td>
                  <td className="amount">
                    <RowActions {...actions} row={row} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      <footer className="text-sm">
        <span role="status">{m.staff_common_count_of({ count: visibleRows.length, total: rows.length })}</span>
        <span className="text-ink-3 ms-auto">{m.staff_certificates_frozen()}</span>
      </footer>
    </section>
  );
}

/** Each button says how many selected rows its action applies to. The server checks again. */
function BulkActions(props: {
  selectedRows: readonly Row[];
  canBeIssued: boolean;
  onBulkAction: TableProps["onBulkAction"];
  onClose(): void;
}) {
  const can = useCan();
  const canIssue = can("certificates.issue");
  const rowsFor = {
    "issue-all": props.selectedRows.filter(({ state }) => canIssue && props.canBeIssued && state === "eligible"),
    "hold-chosen": props.selectedRows.filter(
      ({ certificate, person }) => canIssue && !certificate && person && person.hold === null,
    ),
    archive: props.selectedRows.filter(
      ({ certificate }) => certificate?.state === "valid" && certificate.name_eng !== null,
    ),
  };
  const renderButton = (name: BulkAction, icon: IconName, label: string) => (
    <Button
      size="sm"
      variant="outlined"
      icon={icon}
      disabled={rowsFor[name].length === 0}
      onClick={() => props.onBulkAction(name, rowsFor[name])}
    >
      {label}
    </Button>
  );
  return (
    <BulkBar title={m.staff_list_chosen({ count: props.selectedRows.length })} onClose={props.onClose}>
      {canIssue &&
        renderButton("issue-all", "award", m.staff_certificates_issue_all({ count: rowsFor["issue-all"].length }))}
      {canIssue &&
        renderButton("hold-chosen", "lock", m.staff_certificates_hold_chosen({ count: rowsFor["hold-chosen"].length }))}
      {renderButton("archive", "download", m.staff_certificates_archive_chosen({ count: rowsFor.archive.length }))}
    </BulkBar>
  );
}

function StateChip({ state }: { state: RowState }) {
  return <Chip {...stateStyles[state]}>{m[`staff_certificates_states_${state}`]()}</Chip>;
}

function Name({ row: { name, nameOther } }: { row: Row }) {
  if (name === null) return <span className="text-ink-3">{m.staff_door_no_name()}</span>;
  return (
    <>
      <bdi className="font-medium wrap-anywhere">{name}</bdi>
      {nameOther && (
        <SecondLine className="wrap-anywhere">
          <bdi>{nameOther}</bdi>
        </SecondLine>
      )}
    </>
  );
}

/** Number of sessions that count as attended, out of all sessions. */
function AttendedSessions({ person }: { person: Person | null }) {
  if (!person) return <span className="text-ink-3">–</span>;
  const { sessions, attended } = person;
  return (
    <span
      className={attended < sessions ? "whitespace-nowrap tabular-nums text-warning" : "whitespace-nowrap tabular-nums"}
    >
      {m.staff_common_count_of({ count: attended, total: sessions })}
    </span>
  );
}

function Reason({ list, row }: { list: RunCertificates; row: Row }) {
  const { date } = useFormats();
  const { certificate, newer, person, state } = row;
  if (!certificate)
    return (
      <span className="text-sm block wrap-anywhere text-ink-2 first-letter:uppercase">
        {state === "unpaid"
          ? m.staff_certificates_why_unpaid({ order: String(row.orderId) })
          : person && <Gaps person={person} hold={person.hold ?? list.hold} isEligible={state === "eligible"} />}
      </span>
    );
  const endDetails = {
    date: date(certificate.endedAt ?? certificate.issuedAt),
    reason: certificate.endReason ?? "",
  };
  return (
    <>
      <span className="text-sm font-medium block">
        <bdi className="tabular-nums whitespace-nowrap" dir="ltr">
          {certificate.number}
        </bdi>
      </span>
      <span className="text-sm block wrap-anywhere text-ink-2 first-letter:uppercase">
        {state === "decide" && m.staff_certificates_why_decide()}
        {state === "issued" && m.staff_certificates_issued_on({ date: date(certificate.issuedAt) })}
        {state === "replaced" &&
          insertCode(
            (number) =>
              m.staff_certificates_why_replaced({ ...endDetails, number, reason: isolate(endDetails.reason) }),
            newer?.number ?? "",
          )}
        {state === "revoked" &&
          m.staff_certificates_why_revoked({
            ...endDetails,
            name: isolate(certificate.endedBy ?? ""),
            reason: isolate(endDetails.reason),
          })}
      </span>
    </>
  );
}

/** Maximum number of missed sessions to name. The attendance page shows all. */
const maxNamedSessions = 2;

function Gaps({ person, hold, isEligible }: { person: Person; hold: string | null; isEligible: boolean }) {
  const { joinWithCommas, date } = useFormats();
  if (isEligible) return m.staff_certificates_why_eligible();
  const missed = person.missed
    .slice(0, maxNamedSessions)
    .map(({ session, state, lateMinutes: minutes }) =>
      state === "late"
        ? m.staff_certificates_why_late({ session, minutes: minutes ?? 0 })
        : m[`staff_certificates_why_${state ?? "unmarked"}`]({ session }),
    );
  const reasons = person.gaps.flatMap((gap): string[] => {
    if (gap === "unmarked" || gap === "attendance") return missed;
    if (gap === "person-held") return [];
    if (gap === "scfhs" && person.askedAt)
      return [m.staff_certificates_why_scfhs_asked({ date: date(person.askedAt, "dayMonth") })];
    return [m[`staff_certificates_gaps_${gap === "other-name" ? "other_name" : gap}`]()];
  });
  return joinWithCommas(hold === null ? null : m.staff_certificates_why_held({ reason: isolate(hold) }), ...reasons);
}
