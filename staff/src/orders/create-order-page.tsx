import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNotify } from "../frame/notices.tsx";
import { useNavigate, useSearchParams } from "react-router";
import type { RowOf } from "../api-types.ts";
import { m } from "../messages.ts";
import { ToggleGroup } from "../parts/choice.tsx";
import { ComboBox } from "../parts/combo-box.tsx";
import { TooltipButton } from "../parts/tooltip-button.tsx";
import { TextField } from "../../../src/ui/text-field.tsx";
import { billingFields, requiredBillingFields } from "../../../src/features/orders/billing.schema.ts";
import { callStaff, staffQuery } from "../api.ts";
import { useForm } from "../parts/use-form.ts";
import { Alert } from "../../../src/ui/alert.tsx";
import { Panel } from "../parts/panel.tsx";
import { useFormats } from "../parts/formats.ts";
import { DayField } from "../parts/date-time-fields.tsx";
import { today } from "../parts/days.ts";
import { ScreenHead } from "../parts/screen-head.tsx";
import { Failed, LoadingState } from "../parts/states.tsx";
import { Button } from "../../../src/ui/button.tsx";
import { AsideLayout } from "../parts/aside-layout.tsx";

type Buyer = RowOf<"people">;
type Run = RowOf<"runs">;
const requiredFields = new Set<string>(requiredBillingFields);
const companyFields = ["name", "vat_number", "address", "purchase_order"] as const;
type Texts = Record<string, string>;

/** Adds missing fields as empty text, so that all fields are sent. */
const withEmptyFields = <Name extends string>(names: readonly Name[], values: Partial<Record<string, string>>) =>
  Object.fromEntries(names.map((name) => [name, values[name] ?? ""])) as Record<Name, string>;

/** The form for an order that is paid by bank transfer. The site sends the bank details by email. */
export default function CreateOrderPage() {
  const runParam = useSearchParams()[0].get("run");
  const runs = useQuery(upcomingRuns());
  if (runParam !== null && !runs.data)
    return runs.error ? <Failed error={runs.error} onRetry={() => void runs.refetch()} /> : <LoadingState lines={6} />;
  return <CreateOrder run={runs.data?.data.find(({ id }) => String(id) === runParam) ?? null} />;
}

function CreateOrder({ run }: { run: Run | null }) {
  const notify = useNotify();
  const navigate = useNavigate();
  const [buyer, setBuyer] = useState<Buyer | null>(null);
  const [lines, setLines] = useState<{ run: Run | null; qty: string }[]>([{ run, qty: "1" }]);
  const [billing, setBilling] = useState<Texts>({});
  const [company, setCompany] = useState<Texts | null>(null);
  const [dueOn, setDueOn] = useState("");
  const [key] = useState(() => crypto.randomUUID());
  const form = useForm(["items", "billing", "company", "due_on"]);
  const [firstMessage] = Object.values(form.errors).flat();
  const chooseBuyer = (chosen: Buyer | null) => {
    setBuyer(chosen);
    if (!chosen) return;
    const [first = "", ...last] = chosen.name.split(" ");
    setBilling({ first_name: first, last_name: last.join(" "), phone: chosen.contact_number, ...billing });
  };
  const createOrder = () =>
    form.submit(async () => {
      const { id } = await callStaff("POST /api/staff/orders", {
        buyer_id: buyer?.id ?? "",
        items: lines.flatMap(({ run, qty }) => (run ? [{ course_id: run.id, qty: Number(qty) }] : [])),
        billing: withEmptyFields(billingFields, billing),
        ...(company ? { company: withEmptyFields(companyFields, company) } : {}),
        ...(dueOn ? { due_on: dueOn } : {}),
        key,
      });
      notify(m.staff_orders_opening_done(), { type: "success" });
      void navigate(`/orders/${id}`);
    });
  const fieldProps = (name: Parameters<typeof form.messageFor>[0]) => ({ error: form.messageFor(name) });
  return (
    <>
      <ScreenHead
        sticky
        title={m.staff_orders_opening_title()}
        breadcrumb={[{ label: m.staff_menu_orders(), to: "/orders" }]}
        actions={
          <Button
            variant="primary"
            isPending={form.isPending}
            disabled={!buyer || !lines.some(({ run }) => run)}
            onClick={() => void createOrder()}
          >
            {m.staff_orders_opening_action()}
          </Button>
        }
      />
      {(form.problem ?? firstMessage) && (
        <div className="mb-5">
          <Alert tone="danger" isUrgent>
            {form.problem ?? `${m.staff_common_invalid_form()} ${firstMessage}`}
          </Alert>
        </div>
      )}
      <AsideLayout>
        <div className="grid gap-4">
          <Panel title={m.staff_common_buyer()}>
            <BuyerField value={buyer} onChange={chooseBuyer} />
          </Panel>
          <Panel title={m.staff_common_seats()}>
            <div className="grid gap-4">
              {lines.map((line, index) => (
                <LineFields
                  key={index}
                  line={line}
                  onChange={(changed) =>
                    setLines(lines.map((other, otherIndex) => (otherIndex === index ? changed : other)))
                  }
                  {...(lines.length > 1
                    ? { onRemove: () => setLines(lines.filter((_, otherIndex) => otherIndex !== index)) }
                    : {})}
                  error={fieldProps(`items.${index}`)}
                />
              ))}
              <Button
                variant="secondary"
                size="sm"
                icon="plus"
                onClick={() => setLines([...lines, { run: null, qty: "1" }])}
              >
                {m.staff_orders_opening_more()}
              </Button>
            </div>
          </Panel>
          <Panel title={m.staff_orders_opening_billing()}>
            <div className="grid items-start gap-5 md:grid-cols-2">
              {billingFields.map((name) => (
                <TextField
                  key={name}
                  required={requiredFields.has(name)}
                  label={m[`staff_orders_opening_fields_${name}`]()}
                  value={billing[name] ?? ""}
                  onChange={(event) => setBilling({ ...billing, [name]: event.target.value })}
                  dir={name === "phone" || name === "zipcode" ? "ltr" : "auto"}
                  {...fieldProps(`billing.${name}`)}
                />
              ))}
            </div>
          </Panel>
        </div>
        <div className="grid gap-4">
          <Panel title={m.staff_orders_opening_due_on()}>
            <DayField
              label={m.staff_orders_opening_due_on()}
              value={dueOn}
              onChange={setDueOn}
              {...fieldProps("due_on")}
              hint={m.staff_orders_opening_due_hint()}
            />
          </Panel>
          <Panel title={m.staff_orders_invoice_to()}>
            <div className="grid gap-4">
              <ToggleGroup
                label={m.staff_orders_invoice_to()}
                value={company === null ? "person" : "company"}
                options={[
                  { value: "person", label: m.staff_common_buyer() },
                  { value: "company", label: m.staff_orders_a_company() },
                ]}
                onChange={(to) => setCompany(to === "person" ? null : (company ?? {}))}
              />
              {company &&
                companyFields.map((name) => (
                  <TextField
                    key={name}
                    required={name !== "purchase_order"}
                    label={m[`staff_orders_opening_company_${name}`]()}
                    value={company[name] ?? ""}
                    onChange={(event) => setCompany({ ...company, [name]: event.target.value })}
                    dir={name === "vat_number" ? "ltr" : "auto"}
                    {...fieldProps(`company.${name}`)}
                  />
                ))}
            </div>
          </Panel>
        </div>
      </AsideLayout>
    </>
  );
}

/** Runs that start today or later. The server checks whether a chosen run is still on sale. */
const upcomingRuns = () =>
  staffQuery("GET /api/staff/runs", {
    page: 1,
    per_page: 100,
    sort: "start_date",
    from: today(),
    cancelled: false,
  });

const toPageInput = (filter: { q?: string }) => ({ per_page: 20, ...filter });

const formatBuyer = ({ name, email }: Buyer) => `${name}, ${email}`;

function BuyerField({ value, onChange }: { value: Buyer | null; onChange(buyer: Buyer | null): void }) {
  const [query, setQuery] = useState(value ? formatBuyer(value) : "");
  // If the field shows the selected buyer, its text is not a search.
  const q = value && query === formatBuyer(value) ? "" : query.trim();
  const { data, isFetching } = useQuery({
    ...staffQuery("GET /api/staff/people", toPageInput(q ? { q } : {})),
    enabled: q.length > 1,
  });
  return (
    <ComboBox
      isRequired
      label={m.staff_orders_opening_who()}
      items={q.length > 1 ? (data?.data ?? []) : []}
      getKey={({ id }) => id}
      getText={formatBuyer}
      isServerFiltered
      emptyText={q.length > 1 ? (isFetching ? "…" : m.staff_orders_opening_nobody()) : m.staff_orders_opening_type()}
      value={value}
      onChange={onChange}
      text={query}
      onText={setQuery}
    />
  );
}

function LineFields({
  line,
  error,
  onChange,
  onRemove,
}: {
  line: { run: Run | null; qty: string };
  error: { error: string | undefined };
  onChange(line: { run: Run | null; qty: string }): void;
  onRemove?(): void;
}) {
  const { days, localized, money } = useFormats();
  const { data } = useQuery(upcomingRuns());
  const formatRun = (run: Run) =>
    `${localized(run.name_eng, run.name_ar)}, ${days(run.startDate, run.endDate)}, ${money(run.price)}`;
  return (
    <div className="flex items-start gap-2.5">
      <ComboBox
        className="min-w-0 flex-1"
        isRequired
        label={m.staff_orders_course_dates()}
        items={data?.data ?? []}
        getKey={({ id }) => String(id)}
        getText={formatRun}
        value={line.run}
        onChange={(run) => onChange({ ...line, run })}
        {...error}
      />
      <TextField
        required
        className="w-22 flex-none"
        label={m.staff_common_seats()}
        value={line.qty}
        onChange={(event) => onChange({ ...line, qty: event.target.value.replaceAll(/\D/g, "") })}
        inputMode="numeric"
        dir="ltr"
        maxLength={2}
      />
      {onRemove && (
        <TooltipButton
          icon="x"
          label={
            line.run ? `${m.staff_common_action_remove()}: ${formatRun(line.run)}` : m.staff_common_action_remove()
          }
          onClick={onRemove}
        />
      )}
    </div>
  );
}
