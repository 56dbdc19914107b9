import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { addDays } from "../../../src/i18n/dates.ts";
import { parseTypedDate } from "../../../src/i18n/typed-date.ts";
import { Alert } from "../../../src/ui/alert.tsx";
import { TextArea } from "../../../src/ui/text-area.tsx";
import type { Enquiry } from "../../../src/features/contact/inbox/inbox.schema.ts";
import { callStaff, StaffApiError, staffQuery } from "../api.ts";
import { useNotify } from "../frame/notices.tsx";
import { m } from "../messages.ts";
import { ComboBox } from "../parts/combo-box.tsx";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { DayField } from "../parts/date-time-fields.tsx";
import { today } from "../parts/days.ts";
import { useFormats } from "../parts/formats.ts";
import { Failed, LoadingState } from "../parts/states.tsx";
import { useForm } from "../parts/use-form.ts";
import { useStoreEnquiry } from "./queries.ts";

/** Days until an offer ends, by default. */
const defaultOfferDays = 14;

/** A dialog that offers the sender a run for a company. It asks for the run, the last day of the offer and a text. */
export function OfferDialog({ enquiry, onClose }: { enquiry: Enquiry; onClose(): void }) {
  const notify = useNotify();
  const client = useQueryClient();
  const storeEnquiry = useStoreEnquiry();
  const { localized, days, money, date } = useFormats();
  const { data, error, refetch } = useQuery(staffQuery("GET /api/staff/offerable-runs"));
  const [runId, setRunId] = useState<number | null>(null);
  const [until, setUntil] = useState(addDays(today(), defaultOfferDays));
  const [text, setText] = useState("");
  const form = useForm(["runId", "until", "text"]);
  const runs = data?.runs ?? [];
  const run = runs.find(({ id }) => id === runId) ?? null;
  const choose = (id: number | null) => {
    setRunId(id);
    const chosen = runs.find((offerableRun) => offerableRun.id === id);
    const lastDay = chosen && addDays(chosen.startDate, -1);
    if (lastDay && until > lastDay) setUntil(lastDay);
  };
  const send = () =>
    form.confirm(async () => {
      const { id, version } = enquiry;
      try {
        storeEnquiry(
          await callStaff("POST /api/staff/enquiries/:id/offers", { id, version, runId: runId ?? 0, until, text }),
        );
      } catch (error) {
        // A colleague saved the enquiry first. Their version is stored here, so that sending again works.
        const current = error instanceof StaffApiError ? (error.body["current"] as Enquiry | undefined) : undefined;
        if (current) storeEnquiry(current);
        throw error;
      }
      void client.invalidateQueries({ queryKey: ["staff"] });
      notify(m.staff_enquiries_offer_sent(), { type: "success" });
    });
  return (
    <ConfirmDialog
      isOpen
      title={m.staff_enquiries_offer()}
      actionLabel={m.staff_enquiries_offer_send()}
      isReady={run !== null && parseTypedDate(until) !== null && text.trim() !== ""}
      onClose={onClose}
      onConfirm={send}
    >
      {error ? <Failed error={error} onRetry={() => void refetch()} /> : !data && <LoadingState lines={3} />}
      {data && runs.length === 0 && <Alert>{m.staff_enquiries_offer_none()}</Alert>}
      {runs.length > 0 && (
        <>
          <p>{m.staff_enquiries_offer_text()}</p>
          <ComboBox
            isRequired
            label={m.staff_enquiries_offer_run()}
            items={runs}
            getKey={({ id }) => String(id)}
            getText={({ company, name_eng, name_ar, startDate, endDate }) =>
              [company, localized(name_eng, name_ar), days(startDate, endDate)].join(" · ")
            }
            value={run}
            onChange={(chosen) => choose(chosen?.id ?? null)}
            error={form.messageFor("runId")}
            hint={
              run
                ? m.staff_enquiries_offer_facts({
                    seats: m.staff_common_seat_count({ count: run.seats }),
                    amount: money(run.amount),
                  })
                : undefined
            }
          />
          {run?.until && <Alert>{m.staff_enquiries_offer_again({ date: date(run.until, "dayMonth") })}</Alert>}
          <DayField
            required
            label={m.staff_enquiries_offer_until()}
            value={until}
            error={form.messageFor("until")}
            onChange={setUntil}
          />
          <TextArea
            required
            rows={5}
            label={m.staff_enquiries_offer_words()}
            value={text}
            error={form.messageFor("text")}
            lang={enquiry.locale}
            dir={enquiry.locale === "ar" ? "rtl" : "ltr"}
            maxLength={10_000}
            onChange={(event) => setText(event.target.value)}
          />
        </>
      )}
    </ConfirmDialog>
  );
}
