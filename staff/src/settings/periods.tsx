import { useState } from "react";
import { useNotify } from "../frame/notices.tsx";
import { useQueryClient } from "@tanstack/react-query";
import { m, toSnakeCase } from "../messages.ts";
import { callStaff } from "../api.ts";
import { Chip, type Tone } from "../parts/chip.tsx";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import type { IconName } from "../parts/portal-icon-names.ts";
import { useFormats } from "../parts/formats.ts";
import { Failed, getFailure, LoadingState } from "../parts/states.tsx";
import { PeriodDialog } from "./period-dialog.tsx";
import { periodsKey, usePeriods, type Period } from "./use-settings.ts";
import { ScrollTable } from "../parts/scroll-table.tsx";
import { Button } from "../../../src/ui/button.tsx";
import { SecondLine } from "../parts/second-line.tsx";

const stateStyles: Record<Period["state"], [Tone, IconName]> = {
  planned: ["info", "calendar-clock"],
  "in-force": ["good", "circle-check"],
  over: ["neutral", "archive"],
  replaced: ["neutral", "archive"],
};

/** Lists past, current and planned periods, latest first. A planned period can be changed until it starts. */
export function Periods({ setting }: { setting: Period["setting"] }) {
  const notify = useNotify();
  const queryClient = useQueryClient();
  const { date, localized } = useFormats();
  const { data, error, refetch } = usePeriods(setting, true);
  const [periodToEdit, setPeriodToEdit] = useState<Period | "new" | null>(null);
  const [periodToDelete, setPeriodToDelete] = useState<Period | null>(null);
  const failure = getFailure({ data, error });
  if (failure) return <Failed error={failure} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState lines={3} />;
  const rows = data.data;
  const currentPeriod = rows.find(({ state }) => state === "in-force") ?? rows.at(-1);
  const renderValue = ({ data }: Period) =>
    setting === "tax" ? (
      <bdi dir="ltr">{String(data["taxPercent"])}%</bdi>
    ) : (
      <>
        <bdi>{localized(String(data["nameEng"]), String(data["nameAr"]))}</bdi>
        <SecondLine>
          <bdi dir="ltr">{String(data["vatNumber"])}</bdi>
        </SecondLine>
      </>
    );
  const deletePeriod = async () => {
    if (!periodToDelete) return;
    await callStaff("DELETE /api/staff/setting-periods/:id", {
      id: periodToDelete.id,
      version: periodToDelete.version,
    });
    await queryClient.invalidateQueries({ queryKey: periodsKey });
    notify(m.staff_settings_saved(), { type: "success" });
  };
  return (
    <>
      <div className="card overflow-hidden">
        <ScrollTable
          label={`${m[`staff_settings_${setting}_title`]()}: ${m.staff_settings_periods_caption()}`}
          caption={m.staff_settings_periods_caption()}
          columns={[
            m.staff_settings_periods_from(),
            setting === "tax" ? m.staff_settings_tax_rate() : m.staff_settings_company_title(),
            m.staff_settings_periods_set_by(),
            m.staff_settings_periods_state(),
            { label: m.staff_settings_periods_actions(), isHidden: true },
          ]}
        >
          {rows.map((row) => (
            <tr key={row.id}>
              <td className="font-medium">{row.startsOn ? date(row.startsOn) : m.staff_settings_periods_start()}</td>
              <td>{renderValue(row)}</td>
              <td>
                <bdi>{row.setBy ?? m.staff_settings_periods_system()}</bdi>
              </td>
              <td>
                <Chip tone={stateStyles[row.state][0]} icon={stateStyles[row.state][1]}>
                  {m[`staff_settings_periods_${toSnakeCase(row.state)}`]()}
                </Chip>
              </td>
              <td className="amount">
                {row.state === "planned" && (
                  <span className="flex flex-wrap items-center gap-2">
                    {(
                      [
                        [m.staff_settings_periods_edit(), setPeriodToEdit],
                        [m.staff_settings_periods_drop(), setPeriodToDelete],
                      ] as const
                    ).map(([label, select]) => (
                      <Button
                        variant="secondary"
                        key={label}
                        size="sm"
                        aria-label={`${label}: ${m.staff_settings_periods_from()} ${row.startsOn ? date(row.startsOn) : ""}`}
                        onClick={() => select(row)}
                      >
                        {label}
                      </Button>
                    ))}
                  </span>
                )}
              </td>
            </tr>
          ))}
        </ScrollTable>
      </div>
      <div>
        <Button variant="secondary" icon="calendar-clock" onClick={() => setPeriodToEdit("new")}>
          {m[`staff_settings_${setting}_change`]()}
        </Button>
      </div>
      {periodToEdit && (
        <PeriodDialog
          setting={setting}
          plan={periodToEdit === "new" ? null : periodToEdit}
          initialData={currentPeriod?.data ?? {}}
          onClose={() => setPeriodToEdit(null)}
        />
      )}
      <ConfirmDialog
        isOpen={periodToDelete !== null}
        title={m.staff_settings_periods_drop_title()}
        actionLabel={m.staff_settings_periods_drop()}
        cancelLabel={m.staff_settings_periods_keep()}
        isDangerous
        onClose={() => setPeriodToDelete(null)}
        onConfirm={deletePeriod}
      >
        <p>{m.staff_settings_periods_drop_text()}</p>
      </ConfirmDialog>
    </>
  );
}
