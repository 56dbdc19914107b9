import { z } from "zod";
import { withRunTitle } from "#features/catalogue/run-title.server.ts";
import { defineExport } from "#features/staff/tasks/export.server.ts";
import { requireRun } from "#features/catalogue/schedule/run-changes.server.ts";
import * as cell from "#platform/export/columns.ts";
import type { Column } from "#platform/export/columns.ts";
import { m } from "#messages";
import { professionIn, stateLabel } from "./roster-states.ts";
import { seatedRows, type RosterRow } from "./roster.server.ts";
import { recordId } from "#platform/http/fields.server.ts";

type ExportRow = RosterRow & { position: number };

const columns: readonly Column<ExportRow>[] = [
  cell.number(
    (locale) => m.roster_column_place({}, { locale }),
    ({ position }: ExportRow) => position,
  ),
  cell.text(
    (locale) => m.common_name({}, { locale }),
    ({ name }: ExportRow) => name,
  ),
  cell.text(
    (locale) => m.common_name_other({}, { locale }),
    ({ name_other }: ExportRow) => name_other,
  ),
  cell.text(
    (locale) => m.common_scfhs_number({}, { locale }),
    ({ scfhs_number }: ExportRow) => scfhs_number,
  ),
  cell.text(
    (locale) => m.common_profession({}, { locale }),
    ({ profession }: ExportRow, locale) => professionIn(profession, locale),
  ),
  cell.text(
    (locale) => m.common_email({}, { locale }),
    ({ email }: ExportRow) => email,
  ),
  cell.text(
    (locale) => m.common_phone({}, { locale }),
    ({ phone }: ExportRow) => phone,
  ),
  cell.number(
    (locale) => m.common_order({}, { locale }),
    ({ orderId }: ExportRow) => orderId,
  ),
  cell.text(
    (locale) => m.common_status({}, { locale }),
    ({ state }: ExportRow, locale) => stateLabel(state, locale),
  ),
];

/** Export task: all seats of a run, one row each, including seats without a name. */
export const rosterExport = defineExport<{ run_id: number }, ExportRow, number>({
  kind: "roster",
  permission: "roster.read",
  personal: true,
  filter: z.strictObject({ run_id: recordId() }),
  title: withRunTitle(m.roster_export_title),
  columns,
  async count(ctx, { run_id }) {
    await requireRun(ctx, run_id);
    return (await seatedRows(ctx, run_id)).length;
  },
  async rows(ctx, { run_id }, afterPosition, limit) {
    const rows = (await seatedRows(ctx, run_id)).map((row, index) => ({ ...row, position: index + 1 }));
    return rows.slice(afterPosition ?? 0, (afterPosition ?? 0) + limit);
  },
  key: ({ position }) => position,
});
