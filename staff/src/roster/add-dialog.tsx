import { useState } from "react";
import { useNotify } from "../frame/notices.tsx";
import { m } from "../messages.ts";
import { RadioGroup } from "../parts/choice.tsx";
import { TextField } from "../../../src/ui/text-field.tsx";
import { Select } from "../../../src/ui/select.tsx";
import { professions, type Profession } from "../../../src/features/people/professions.ts";
import { callStaff, type FieldMap } from "../api.ts";
import { professionName } from "../people/person-labels.tsx";
import { useRange } from "../runs/run-labels.tsx";
import type { FullRun } from "../runs/types.ts";
import { Alert } from "../../../src/ui/alert.tsx";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { ReasonField } from "../parts/reason-dialog.tsx";
import { useFormats } from "../parts/formats.ts";
import { useForm } from "../parts/use-form.ts";
import { useCan } from "../frame/session.ts";
import { PersonFields } from "./person-fields.tsx";

const billingFields = ["first_name", "last_name", "phone", "city", "address_1", "zipcode"] as const;
type BillingValue = Record<(typeof billingFields)[number], string>;
const emptyBilling: BillingValue = {
  first_name: "",
  last_name: "",
  phone: "",
  city: "",
  address_1: "",
  zipcode: "",
};

/** Billing fields for the tax invoice of an order by transfer. */
function BillingFields({
  value,
  errors,
  onChange,
}: {
  value: BillingValue;
  errors: FieldMap;
  onChange(value: BillingValue): void;
}) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{m.staff_roster_billing_title()}</legend>
      <div className="grid items-start gap-5 md:grid-cols-2">
        {billingFields.map((name) => (
          <TextField
            key={name}
            required={name !== "zipcode"}
            type={name === "phone" ? "tel" : "text"}
            label={m[`staff_roster_billing_${name}`]()}
            value={value[name]}
            error={errors[`billing.${name}`]?.[0]}
            onChange={(event) => onChange({ ...value, [name]: event.target.value })}
            dir={name === "phone" || name === "zipcode" ? "ltr" : "auto"}
            maxLength={120}
          />
        ))}
      </div>
    </fieldset>
  );
}

type Payment = "transfer" | "free";
const isProfession = (text: string): text is Profession => (professions as readonly string[]).includes(text);

/** Adds a person to a free seat, to be paid by transfer or free of charge. */
export function AddDialog({ run, onClose, onAdded }: { run: FullRun; onClose(): void; onAdded(): void }) {
  const notify = useNotify();
  const can = useCan();
  const range = useRange();
  const { localized, money } = useFormats();
  const [person, setPerson] = useState({ name: "", email: "", scfhs_number: "" });
  const [profession, setProfession] = useState<Profession>("Nurse");
  const [locale, setLocale] = useState<"en" | "ar">("ar");
  const [payment, setPayment] = useState<Payment>(can("orders.transfer") ? "transfer" : "free");
  const [billing, setBilling] = useState(emptyBilling);
  const [reason, setReason] = useState("");
  const fields = [
    "name",
    "email",
    "scfhs_number",
    "profession",
    "reason",
    ...billingFields.map((name) => `billing.${name}`),
  ];
  const form = useForm(fields);
  const freeSeats = Math.max(0, run.capacity - run.seatsSold - run.seatsHeld);
  const isTransfer = payment === "transfer";
  const addPerson = () =>
    form.confirm(async () => {
      const reasonText = reason.trim() || m.staff_roster_add_by_transfer();
      const input = { ...person, profession, locale, reason: reasonText };
      if (isTransfer) await callStaff("POST /api/staff/runs/:id/seats/transfer", { id: run.id, ...input, billing });
      else await callStaff("POST /api/staff/runs/:id/seats", { id: run.id, ...input });
      notify(isTransfer ? m.staff_roster_add_done_transfer() : m.staff_roster_add_done(), { type: "success" });
      onAdded();
    });
  return (
    <ConfirmDialog
      isOpen
      title={m.staff_roster_add_title()}
      actionLabel={isTransfer ? m.staff_roster_add_action_transfer() : m.staff_roster_add_action()}
      isReady={
        freeSeats > 0 && person.name.trim() !== "" && person.email.trim() !== "" && (isTransfer || reason.trim() !== "")
      }
      onClose={onClose}
      onConfirm={addPerson}
    >
      <p>
        {localized(run.name_eng, run.name_ar)} · {range(run.startDate, run.endDate)} ·{" "}
        {m.staff_roster_add_free_seats({ free: freeSeats, capacity: run.capacity })}
      </p>
      {freeSeats === 0 && <Alert tone="warning">{m.staff_roster_add_full()}</Alert>}
      <PersonFields
        value={person}
        errors={form.errors}
        onChange={setPerson}
        onKnown={(knownPerson) => {
          if (isProfession(knownPerson.profession)) setProfession(knownPerson.profession);
          setLocale(knownPerson.locale === "ar" ? "ar" : "en");
        }}
      />
      <div className="grid items-start gap-5 md:grid-cols-2">
        <Select
          required
          label={m.staff_roster_profession()}
          value={profession}
          onChange={(event) => setProfession(event.target.value as Profession)}
          options={professions.map((name) => ({
            value: name,
            label: professionName(name),
          }))}
        />
        <Select
          label={m.staff_roster_add_language()}
          value={locale}
          onChange={(event) => setLocale(event.target.value === "ar" ? "ar" : "en")}
          options={(["ar", "en"] as const).map((name) => ({ value: name, label: m[`staff_runs_told_${name}`]() }))}
        />
      </div>
      <RadioGroup
        label={m.staff_roster_add_payment()}
        value={payment}
        onChange={setPayment}
        options={[
          ...(can("orders.transfer")
            ? [{ value: "transfer" as const, label: m.staff_roster_add_transfer({ price: money(run.price) }) }]
            : []),
          ...(can("roster.write") ? [{ value: "free" as const, label: m.staff_roster_add_free() }] : []),
        ]}
      />
      {isTransfer && <BillingFields value={billing} errors={form.errors} onChange={setBilling} />}
      <ReasonField
        isRequired={!isTransfer}
        label={m.staff_roster_reason()}
        value={reason}
        errors={form.errors}
        hint={isTransfer ? undefined : m.staff_roster_add_reason_hint()}
        onChange={setReason}
      />
      {can("roster.write") && !isTransfer && <p className="text-sm text-ink-3">{m.staff_roster_add_paid_already()}</p>}
    </ConfirmDialog>
  );
}
