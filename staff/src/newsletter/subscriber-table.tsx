import { useEffect, useState } from "react";
import { m } from "../messages.ts";
import { TextField } from "../../../src/ui/text-field.tsx";
import { Select } from "../../../src/ui/select.tsx";
import { ExportDialog } from "../tasks/export-dialog.tsx";
import { Chip, type Tone } from "../parts/chip.tsx";
import { DateTime } from "../parts/date-time.tsx";
import type { IconName } from "../parts/portal-icon-names.ts";
import { Pager } from "../parts/pager.tsx";
import { Empty, Failed, LoadingState } from "../parts/states.tsx";
import { useCan } from "../frame/session.ts";
import { perPage, useSubscribers } from "./queries.ts";
import { ScrollTable } from "../parts/scroll-table.tsx";
import { Button } from "../../../src/ui/button.tsx";
import { SecondLine } from "../parts/second-line.tsx";

const states = ["all", "confirmed", "waiting", "left"] as const;
type State = (typeof states)[number];
const stateStyles: Record<Exclude<State, "all">, { tone: Tone; icon: IconName }> = {
  confirmed: { tone: "good", icon: "mail-check" },
  waiting: { tone: "attention", icon: "hourglass" },
  left: { tone: "neutral", icon: "log-out" },
};

/** Subscribers with the proof of their consent: its text, source and time, and when they confirmed the address. */
export function SubscriberTable() {
  const can = useCan();
  const [state, setState] = useState<State>("confirmed");
  const [typedText, setTypedText] = useState("");
  const [searchText, setSearchText] = useState("");
  const [page, setPage] = useState(1);
  const [isExporting, setIsExporting] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setSearchText(typedText.trim());
      setPage(1);
    }, 250);
    return () => clearTimeout(timer);
  }, [typedText]);
  const { data, error, refetch } = useSubscribers(page, state, searchText);
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 px-pad py-3">
        <TextField
          value={typedText}
          placeholder={m.staff_newsletter_search()}
          onChange={(event) => setTypedText(event.target.value)}
          hideLabel
          label={m.staff_newsletter_search()}
          icon="search"
          type="search"
        />
        <Select
          value={state}
          onChange={(event) => {
            setState(event.target.value as State);
            setPage(1);
          }}
          hideLabel
          label={m.staff_common_status()}
          options={states.map((state) => ({ value: state, label: m[`staff_newsletter_subscriber_states_${state}`]() }))}
        />
        <span className="min-w-0 flex-1" />
        {can("newsletter.send") && (
          <Button variant="secondary" icon="download" onClick={() => setIsExporting(true)}>
            {m.staff_common_action_export()}
          </Button>
        )}
      </div>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingState />}
      {data?.data.length === 0 && <Empty icon="users" title={m.staff_newsletter_no_subscribers()} />}
      {data && data.data.length > 0 && (
        <ScrollTable
          label={m.staff_newsletter_tabs_subscribers()}
          columns={[
            m.staff_common_email(),
            m.staff_common_status(),
            m.staff_newsletter_columns_consent(),
            m.staff_newsletter_columns_asked(),
            m.staff_newsletter_columns_confirmed(),
            m.staff_newsletter_columns_left(),
          ]}
        >
          {data.data.map((row) => (
            <tr key={row.id}>
              <td>
                <span className="font-medium" dir="ltr">
                  {row.email}
                </span>
                <SecondLine>{m[`staff_newsletter_languages_${row.locale}`]()}</SecondLine>
              </td>
              <td>
                <Chip {...stateStyles[row.state]}>{m[`staff_newsletter_subscriber_states_${row.state}`]()}</Chip>
              </td>
              <td className="max-w-88">
                <span className="text-sm" dir="auto">
                  {row.consent}
                </span>
                <SecondLine>
                  {m.staff_newsletter_consent_version({ version: row.consentVersion })}{" "}
                  <bdi dir="ltr">{row.source}</bdi>
                </SecondLine>
              </td>
              <td>
                <DateTime value={row.createdAt} />
              </td>
              <td>
                <DateTime value={row.confirmedAt} />
              </td>
              <td>
                <DateTime value={row.leftAt} />
              </td>
            </tr>
          ))}
        </ScrollTable>
      )}
      {data && <Pager page={page} perPage={perPage} total={data.total} more={data.more} onPage={setPage} />}
      <ExportDialog
        isOpen={isExporting}
        title={m.staff_newsletter_export()}
        kind="newsletter-subscribers"
        filter={state === "all" ? {} : { state }}
        isPersonal
        onClose={() => setIsExporting(false)}
      />
    </>
  );
}
