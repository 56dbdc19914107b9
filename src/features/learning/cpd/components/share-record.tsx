import { clsx } from "clsx/lite";
import { useState } from "react";
import { callApi } from "#platform/api-client.ts";
import type { FieldMap } from "#platform/errors.ts";
import { fullDate, weekdayRange } from "#i18n/dates.ts";
import { isolate } from "#i18n/isolate.ts";
import { useLocale, useLocalePath } from "#i18n/link.tsx";
import { m } from "#messages";
import { Alert } from "#ui/alert.tsx";
import { announce } from "#ui/announce.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Form } from "#ui/form.tsx";
import { Icon } from "#ui/icon.tsx";
import { DateField, getFormDate } from "#ui/date-field.tsx";
import type { MyRecord } from "./record-types.ts";

type Share = MyRecord["shares"][number];

/** Describes what a link shows: `2026, all hours`. */
function describeContents({ years, with_declared }: Pick<Share, "years" | "with_declared">, comma: string): string {
  const yearsLabel = years === null ? m.cpd_all_years() : years.join(comma);
  return `${yearsLabel}${comma}${with_declared ? m.cpd_with_declared() : m.cpd_without_declared()}`;
}

function ShareRow({ share, onWithdraw }: { share: Share; onWithdraw: (id: string) => void }) {
  const locale = useLocale();
  const localized = useLocalePath();
  const [isCopied, setCopied] = useState(false);
  const address = new URL(localized(share.path), document.baseURI).href;
  const day = (date: string) => isolate(weekdayRange(date, date, locale));
  const comma = locale === "ar" ? "، " : ", ";
  const state = share.withdrawn_on
    ? m.cpd_share_was_withdrawn({ date: isolate(fullDate(share.withdrawn_on, locale)) })
    : share.open
      ? m.cpd_share_ends({ date: day(share.ends_on) })
      : m.cpd_share_ended({ date: day(share.ends_on) });
  const views =
    share.views > 0 && share.last_viewed_on
      ? m.cpd_share_views({ count: share.views, date: isolate(fullDate(share.last_viewed_on, locale)) })
      : m.cpd_share_unseen();

  async function copy() {
    await navigator.clipboard.writeText(address);
    setCopied(true);
    announce(m.cpd_copied());
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-4 last:pb-0">
      <span
        aria-hidden="true"
        className={clsx(
          "grid size-10 flex-none place-items-center rounded-full",
          share.open ? "bg-primary-tint text-primary" : "bg-sunken text-ink-3",
        )}
      >
        <Icon name={share.open ? "link" : "unlink"} />
      </span>
      <div className="min-w-0 flex-1 basis-60">
        <bdi dir="ltr" className={clsx("block truncate font-medium", !share.open && "text-ink-3 line-through")}>
          {address.replace(/^https?:\/\//, "")}
        </bdi>
        <p className="text-sm text-ink-3">
          {describeContents(share, comma)}. {state}. {share.open && `${views}.`}
        </p>
      </div>
      {share.open && (
        <div className="flex items-center gap-2">
          <Button variant="secondary" size="sm" icon={isCopied ? "check" : "copy"} onClick={() => void copy()}>
            {isCopied ? m.cpd_copied() : m.cpd_copy()}
          </Button>
          <Button variant="ghost" size="sm" className="text-danger!" onClick={() => onWithdraw(share.id)}>
            {m.cpd_withdraw()}
          </Button>
        </div>
      )}
    </li>
  );
}

/** The links that show the record to people without an account: a form to add one, and the list with their views. */
export function ShareRecord({ record, onDone }: { record: MyRecord; onDone: (message: string) => void }) {
  const [errors, setErrors] = useState<FieldMap>();
  const [failure, setFailure] = useState("");
  const years = record.years.map(({ year }) => year);
  const [chosenYears, setChosenYears] = useState<readonly number[]>(years.slice(0, 1));
  const isAll = chosenYears.length === years.length;

  async function create(data: FormData) {
    const answer = await callApi("/api/share-record", {
      years: isAll && years.length > 1 ? null : [...chosenYears],
      with_declared: data.get("with_declared") !== null,
      ends_on: getFormDate(data, "ends_on"),
    });
    setFailure(answer.ok ? "" : answer.message || (answer.fields["years"]?.[0] ?? ""));
    setErrors(answer.ok ? undefined : answer.fields);
    if (answer.ok) onDone(answer.data.message);
  }

  async function withdraw(id: string) {
    const answer = await callApi("/api/withdraw-share", { id });
    setFailure(answer.ok ? "" : answer.message);
    if (answer.ok) onDone(answer.data.message);
  }

  return (
    <section aria-labelledby="share-heading" data-print="hide" className="mt-9 md:mt-12">
      <h2 id="share-heading" className="mb-4 text-h3">
        {m.cpd_share_heading()}
      </h2>
      <Card className="md:p-8!">
        <p className="text-ink-2">{m.cpd_share_lead()}</p>
        <Form
          validationErrors={errors}
          onSend={create}
          className="mt-5 grid gap-5 md:grid-cols-[1fr_15rem_auto] md:items-end"
        >
          <fieldset className="min-w-0">
            <legend className="mb-2 text-sm font-medium">{m.cpd_share_what()}</legend>
            <div className="flex flex-wrap gap-x-5 gap-y-2">
              {years.map((year) => (
                <Checkbox
                  key={year}
                  name={`year-${year}`}
                  label={year}
                  checked={chosenYears.includes(year)}
                  onChange={({ target: { checked } }) =>
                    setChosenYears(years.filter((item) => (item === year ? checked : chosenYears.includes(item))))
                  }
                />
              ))}
              <Checkbox name="with_declared" label={m.cpd_share_declared_too()} />
            </div>
          </fieldset>
          <DateField
            name="ends_on"
            label={m.cpd_share_until()}
            required
            format={m.catalogue_dates_format()}
            defaultValue={record.share_days.usual}
          />
          <Button type="submit" pendingText={m.cpd_saving()} disabled={chosenYears.length === 0}>
            {m.cpd_share_make()}
          </Button>
        </Form>
        {failure && (
          <Alert tone="danger" className="mt-4" announces>
            {failure}
          </Alert>
        )}
        {record.shares.length > 0 && (
          <ul aria-label={m.cpd_share_links()} className="mt-6">
            {record.shares.map((share) => (
              <ShareRow key={share.id} share={share} onWithdraw={(id) => void withdraw(id)} />
            ))}
          </ul>
        )}
      </Card>
    </section>
  );
}
