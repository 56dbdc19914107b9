import { z } from "zod";
import { withRunTitle } from "#features/catalogue/run-title.server.ts";
import { defineExport } from "#features/staff/tasks/export.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import * as cell from "#platform/export/columns.ts";
import type { Column } from "#platform/export/columns.ts";
import { m } from "#messages";
import type { Locale } from "#i18n/locale.ts";
import type { MarkState, MarkWay } from "./attendance.ts";
import { readAttendance } from "./attendance.server.ts";
import { recordId } from "#platform/http/fields.server.ts";

const states = {
  present: m.attendance_state_present,
  late: m.attendance_state_late,
  absent: m.attendance_state_absent,
  excused: m.attendance_state_excused,
};
/** Label of a state; `null` means not marked. */
const stateLabel = (state: MarkState | null, locale: Locale): string =>
  (state === null ? m.attendance_state_none : states[state])({}, { locale });

const ways = { door: m.attendance_way_door, list: m.attendance_way_list, import: m.attendance_way_import };
const wayLabel = (way: MarkWay, locale: Locale): string => ways[way]({}, { locale });

type Attendance = Awaited<ReturnType<typeof readAttendance>>;
/** One row of the export: a person at a session. */
interface Row {
  /** Number of the row, from 1. */
  position: number;
  person: Attendance["rows"][number];
  session: Attendance["sessions"][number];
  mark: Attendance["rows"][number]["marks"][number] | undefined;
}

const columns: readonly Column<Row>[] = [
  cell.text(cell.label(m.common_name), ({ person }: Row) => person.name),
  cell.text(cell.label(m.common_name_other), ({ person }: Row) => person.name_other),
  cell.instant(cell.label(m.attendance_column_session), ({ session }: Row) => new Date(session.startsAt)),
  cell.text(cell.label(m.attendance_column_state), ({ mark }: Row, locale) => stateLabel(mark?.state ?? null, locale)),
  cell.number(cell.label(m.attendance_column_late), ({ mark }: Row) => mark?.lateMinutes ?? null),
  cell.number(cell.label(m.attendance_column_minutes), ({ mark }: Row) => mark?.attendedMinutes ?? null),
  cell.text(cell.label(m.attendance_column_way), ({ mark }: Row, locale) => (mark ? wayLabel(mark.way, locale) : null)),
  cell.text(cell.label(m.attendance_column_by), ({ mark }: Row) => mark?.markedBy ?? null),
  cell.instant(cell.label(m.attendance_column_at), ({ mark }: Row) => (mark ? new Date(mark.markedAt) : null)),
  cell.text(cell.label(m.attendance_column_full), ({ person }: Row, locale) =>
    person.full ? m.common_yes({}, { locale }) : m.common_no({}, { locale }),
  ),
];

async function readRows(ctx: Ctx, runId: number): Promise<Row[]> {
  const { rows, sessions } = await readAttendance(ctx, { runId });
  const exportRows = rows.flatMap((person) =>
    sessions.map((session) => ({
      person,
      session,
      mark: person.marks.find(({ sessionId }) => sessionId === session.id),
    })),
  );
  return exportRows.map((row, index) => ({ ...row, position: index + 1 }));
}

/** Export task: one row per person and session of a run, also unmarked ones. */
export const attendanceExport = defineExport<{ run_id: number }, Row, number>({
  kind: "attendance",
  permission: "attendance.read",
  personal: true,
  filter: z.strictObject({ run_id: recordId() }),
  title: withRunTitle(m.attendance_export_title),
  columns,
  count: async (ctx, { run_id }) => (await readRows(ctx, run_id)).length,
  rows: async (ctx, { run_id }, after, limit) => (await readRows(ctx, run_id)).slice(after ?? 0, (after ?? 0) + limit),
  key: ({ position }) => position,
});
