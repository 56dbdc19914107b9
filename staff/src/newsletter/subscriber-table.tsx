import { useEffect, useState } from "react";
import { useTranslate } from "ra-core";
import { Button, MenuItem, TextField } from "@mui/material";
import { ExportDialog } from "../tasks/export-dialog.tsx";
import { Chip, type Tone } from "../ui/chip.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { Icon } from "../ui/icon.tsx";
import type { IconName } from "../ui/icon-names.ts";
import { Pager } from "../ui/pager.tsx";
import { Empty, Failed, Loading } from "../ui/states.tsx";
import { ScrollRegion } from "../ui/scroll-region.tsx";
import { useMay } from "../ui/use-may.ts";
import { perPage, useSubscribers } from "./queries.ts";

const states = ["all", "confirmed", "waiting", "left"] as const;
type State = (typeof states)[number];
const looks: Record<Exclude<State, "all">, { tone: Tone; icon: IconName }> = {
  confirmed: { tone: "good", icon: "mail-check" },
  waiting: { tone: "attention", icon: "hourglass" },
  left: { tone: "neutral", icon: "log-out" },
};

/** Addresses with the proof of their consent: the words, where and when, and when the address was confirmed. */
export function SubscriberTable() {
  const translate = useTranslate();
  const may = useMay();
  const [state, setState] = useState<State>("confirmed");
  const [typed, setTyped] = useState("");
  const [q, setQ] = useState("");
  const [page, setPage] = useState(1);
  const [isExporting, setIsExporting] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setQ(typed.trim());
      setPage(1);
    }, 250);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data, error, refetch } = useSubscribers(page, state, q);
  return (
    <>
      <div className="toolbar">
        <TextField
          value={typed}
          placeholder={translate("newsletter.search")}
          onChange={(event) => setTyped(event.target.value)}
          slotProps={{ htmlInput: { "aria-label": translate("newsletter.search"), type: "search" } }}
        />
        <TextField
          select
          value={state}
          onChange={(event) => {
            setState(event.target.value as State);
            setPage(1);
          }}
          slotProps={{ htmlInput: { "aria-label": translate("newsletter.columns.state") } }}
        >
          {states.map((one) => (
            <MenuItem key={one} value={one}>
              {translate(`newsletter.subscriber_states.${one}`)}
            </MenuItem>
          ))}
        </TextField>
        <span className="grow" />
        {may("newsletter.send") && (
          <Button
            variant="outlined"
            startIcon={<Icon name="download" size={16} />}
            onClick={() => setIsExporting(true)}
          >
            {translate("ra.action.export")}
          </Button>
        )}
      </div>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data?.data.length === 0 && <Empty icon="users" title={translate("newsletter.no_subscribers")} />}
      {data && data.data.length > 0 && (
        <ScrollRegion label={translate("newsletter.tabs.subscribers")}>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{translate("newsletter.columns.email")}</th>
                <th scope="col">{translate("newsletter.columns.state")}</th>
                <th scope="col">{translate("newsletter.columns.consent")}</th>
                <th scope="col">{translate("newsletter.columns.asked")}</th>
                <th scope="col">{translate("newsletter.columns.confirmed")}</th>
                <th scope="col">{translate("newsletter.columns.left")}</th>
              </tr>
            </thead>
            <tbody>
              {data.data.map((row) => (
                <tr key={row.id}>
                  <td>
                    <span className="ltr strong">{row.email}</span>
                    <span className="second-line">{translate(`newsletter.languages.${row.locale}`)}</span>
                  </td>
                  <td>
                    <Chip {...looks[row.state]}>{translate(`newsletter.subscriber_states.${row.state}`)}</Chip>
                  </td>
                  <td className="newsletter-consent">
                    <span className="small" dir="auto">
                      {row.consent}
                    </span>
                    <span className="second-line">
                      {translate("newsletter.consent_version", { version: row.consent_version })}{" "}
                      <bdi dir="ltr">{row.source}</bdi>
                    </span>
                  </td>
                  <td>
                    <DateTime value={row.created_at} />
                  </td>
                  <td>
                    <DateTime value={row.confirmed_at} />
                  </td>
                  <td>
                    <DateTime value={row.left_at} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      {data && <Pager page={page} perPage={perPage} total={data.total} more={data.more} onPage={setPage} />}
      <ExportDialog
        isOpen={isExporting}
        title={translate("newsletter.export")}
        kind="newsletter-subscribers"
        filter={state === "all" ? {} : { state }}
        isPersonal
        onClose={() => setIsExporting(false)}
      />
    </>
  );
}
