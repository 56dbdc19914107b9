import { useState } from "react";
import { useNotify, useTranslate } from "ra-core";
import { useQueryClient } from "@tanstack/react-query";
import { Button } from "@mui/material";
import { staffCall } from "../api.ts";
import { Chip, type Tone } from "../ui/chip.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import type { IconName } from "../ui/icon-names.ts";
import { useFormats } from "../ui/formats.ts";
import { Failed, Loading } from "../ui/states.tsx";
import { failureOf } from "../ui/use-staff-query.ts";
import { ScrollRegion } from "../ui/scroll-region.tsx";
import { PeriodDialog } from "./period-dialog.tsx";
import { periodsKey, usePeriods, type Period } from "./use-settings.ts";

const looks: Record<Period["state"], [Tone, IconName]> = {
  planned: ["info", "calendar-clock"],
  "in-force": ["good", "circle-check"],
  over: ["neutral", "archive"],
  replaced: ["neutral", "archive"],
};

/** What held, holds and is planned, the latest first; a plan can be changed until its day comes. */
export function Periods({ setting }: { setting: Period["setting"] }) {
  const translate = useTranslate();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const { date, localized } = useFormats();
  const { data, error, refetch } = usePeriods(setting, true);
  const [edited, setEdited] = useState<Period | "new" | null>(null);
  const [dropped, setDropped] = useState<Period | null>(null);
  const failure = failureOf({ data, error });
  if (failure) return <Failed error={failure} onRetry={() => void refetch()} />;
  if (!data) return <Loading lines={3} />;
  const rows = data.data;
  const inForce = rows.find(({ state }) => state === "in-force") ?? rows.at(-1);
  const valueOf = ({ data }: Period) =>
    setting === "tax" ? (
      <bdi className="ltr">{String(data["tax_percent"])}%</bdi>
    ) : (
      <>
        <bdi>{localized(String(data["name_eng"]), String(data["name_ar"]))}</bdi>
        <span className="second-line">
          <bdi className="ltr">{String(data["vat_number"])}</bdi>
        </span>
      </>
    );
  const drop = async () => {
    if (!dropped) return;
    await staffCall(`DELETE setting-periods/${dropped.id}`, { version: dropped.version });
    await queryClient.invalidateQueries({ queryKey: periodsKey });
    notify(translate("settings.saved"), { type: "success" });
  };
  return (
    <>
      <div className="card flat">
        <ScrollRegion label={`${translate(`settings.${setting}.title`)}: ${translate("settings.periods.caption")}`}>
          <table className="table">
            <caption className="visually-hidden">{translate("settings.periods.caption")}</caption>
            <thead>
              <tr>
                <th scope="col">{translate("settings.periods.from")}</th>
                <th scope="col">{translate(setting === "tax" ? "settings.tax.rate" : "settings.company.title")}</th>
                <th scope="col">{translate("settings.periods.set_by")}</th>
                <th scope="col">{translate("settings.periods.state")}</th>
                <th scope="col">
                  <span className="visually-hidden">{translate("settings.periods.actions")}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  <td className="strong">
                    {row.starts_on ? date(row.starts_on) : translate("settings.periods.start")}
                  </td>
                  <td>{valueOf(row)}</td>
                  <td>
                    <bdi>{row.set_by ?? translate("settings.periods.system")}</bdi>
                  </td>
                  <td>
                    <Chip tone={looks[row.state][0]} icon={looks[row.state][1]}>
                      {translate(`settings.periods.${row.state}`)}
                    </Chip>
                  </td>
                  <td className="amount">
                    {row.state === "planned" && (
                      <span className="row">
                        <Button size="small" onClick={() => setEdited(row)}>
                          {translate("settings.periods.edit")}
                        </Button>
                        <Button size="small" color="error" onClick={() => setDropped(row)}>
                          {translate("settings.periods.drop")}
                        </Button>
                      </span>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      </div>
      <div>
        <Button
          variant="outlined"
          startIcon={<Icon name="calendar-clock" size={16} />}
          onClick={() => setEdited("new")}
        >
          {translate(`settings.${setting}.change`)}
        </Button>
      </div>
      {edited && (
        <PeriodDialog
          setting={setting}
          plan={edited === "new" ? null : edited}
          like={inForce?.data ?? {}}
          onClose={() => setEdited(null)}
        />
      )}
      <ConfirmDialog
        isOpen={dropped !== null}
        title={translate("settings.periods.drop_title")}
        action={translate("settings.periods.drop")}
        keep={translate("settings.periods.keep")}
        isDangerous
        onClose={() => setDropped(null)}
        onConfirm={drop}
      >
        <p>{translate("settings.periods.drop_text")}</p>
      </ConfirmDialog>
    </>
  );
}
