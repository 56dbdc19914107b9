import { clsx } from "clsx/lite";
import { useRef, useState, type ComponentProps } from "react";
import { flushSync } from "react-dom";
import { useLocale } from "#i18n/link.tsx";
import { m } from "#messages";
import { Card } from "#ui/card.tsx";
import { useFormErrors } from "#ui/form-context.ts";
import { UnprintableNote } from "#ui/unprintable-note.tsx";
import { TextField } from "#ui/text-field.tsx";
import {
  addressLine,
  billingFields,
  companyBillingFields,
  requiredBillingFields,
  type BillingAddress,
  type Company,
} from "#features/orders/billing.schema.ts";
import { saudiRegions } from "#features/orders/saudi-regions.ts";
import { CompanyFields } from "./company-fields.tsx";

type Field = (typeof billingFields)[number];

const fields: Record<Field, { label: () => string; hint?: () => string; attributes: ComponentProps<"input"> }> = {
  first_name: { label: m.checkout_first_name, attributes: { autoComplete: "billing given-name", maxLength: 60 } },
  last_name: { label: m.checkout_last_name, attributes: { autoComplete: "billing family-name", maxLength: 60 } },
  phone: { label: m.common_phone, attributes: { autoComplete: "billing tel", type: "tel", maxLength: 32 } },
  city: { label: m.checkout_city, attributes: { autoComplete: "billing address-level2", maxLength: 60 } },
  address_1: {
    label: m.checkout_address_1,
    hint: m.checkout_address_1_hint,
    attributes: { autoComplete: "billing address-line1", maxLength: 120 },
  },
  address_2: {
    label: m.checkout_address_2,
    hint: m.checkout_address_2_hint,
    attributes: { autoComplete: "billing address-line2", maxLength: 120 },
  },
  state: {
    label: m.checkout_state,
    attributes: { autoComplete: "billing address-level1", maxLength: 60, list: "regions" },
  },
  zipcode: {
    label: m.checkout_zipcode,
    hint: m.checkout_zipcode_hint,
    attributes: { autoComplete: "billing postal-code", maxLength: 12, dir: "ltr" },
  },
};

/** A company whose building number and district have fields of their own. */
const companyHints: Partial<Record<Field, () => string>> = {
  address_1: m.checkout_address_1_company_hint,
  address_2: m.checkout_address_2_company_hint,
};

const personFields = ["first_name", "last_name", "phone"] as const satisfies readonly Field[];
const addressFields = ["city", "address_1", "address_2", "state", "zipcode"] as const satisfies readonly Field[];

/** Fields that take a whole line, and those that take half a line on a phone too. */
const fullWidth = new Set<Field>(["address_1", "address_2"]);
const halfWidth = new Set<Field>(["first_name", "last_name", "state", "zipcode"]);

/** What an account or an earlier order knows, a line each. */
function KnownLines({ lines, onChange }: { lines: readonly string[]; onChange: () => void }) {
  return (
    <div className="flex items-start gap-4">
      <ul className="min-w-0 flex-1 text-[.9375rem] [overflow-wrap:anywhere]">
        {lines.map((line) => (
          <li key={line}>
            <bdi>{line}</bdi>
          </li>
        ))}
      </ul>
      <button
        type="button"
        onClick={onChange}
        aria-label={m.checkout_billing_change_label()}
        className="inline-link min-h-6 flex-none text-sm max-md:touch-y"
      >
        {m.checkout_billing_change()}
      </button>
    </div>
  );
}

interface BillingFieldsProps {
  defaults: BillingAddress;
  /** The buyer's. */
  email: string;
  company: Company | null;
  /** The invoice has to be for a company. */
  needsCompany: boolean;
  /** Why the box of the company cannot be unticked; null when it can, or for a transfer. */
  companyReason: string | null;
  /** A company must enter its national address in parts. */
  needsAddress: boolean;
}

/** Asks for what the invoice names. What is known already is shown in lines, with its fields behind a button. */
export function BillingFields(props: BillingFieldsProps) {
  const { defaults, email, company, needsCompany, companyReason, needsAddress } = props;
  const locale = useLocale();
  const box = useRef<HTMLDivElement>(null);
  const errors = useFormErrors();
  const [isChosen, setChosen] = useState(company !== null);
  const isCompany = isChosen || needsCompany;
  const hasParts = isCompany && needsAddress;
  const required = new Set<Field>([
    ...requiredBillingFields,
    ...(isCompany ? companyBillingFields : []),
    ...(hasParts ? (["zipcode"] as const) : []),
  ]);
  const [isPersonOpen, setPersonOpen] = useState(false);
  const [isAddressOpen, setAddressOpen] = useState(false);
  const needsFields = (names: readonly Field[]) =>
    names.some((name) => errors[name] || (required.has(name) && defaults[name].trim() === ""));
  // Once open they stay open, with whatever was typed.
  if (!isPersonOpen && needsFields(personFields)) setPersonOpen(true);
  if (!isAddressOpen && needsFields(addressFields)) setAddressOpen(true);
  const isAllOpen = isPersonOpen && isAddressOpen;
  const known = [
    ...(isPersonOpen ? [] : [`${defaults.first_name} ${defaults.last_name}`]),
    email,
    ...(isPersonOpen ? [] : [defaults.phone]),
    ...(isAddressOpen ? [] : [addressLine(defaults)]),
  ].filter(Boolean);
  const openAll = () => {
    flushSync(() => {
      setPersonOpen(true);
      setAddressOpen(true);
    });
    box.current?.querySelector("input")?.focus();
  };
  const getHint = (name: Field) => (hasParts ? companyHints[name] : undefined) ?? fields[name].hint;
  const renderField = (name: Field) => (
    <TextField
      key={name}
      {...fields[name].attributes}
      name={name}
      label={fields[name].label()}
      hint={getHint(name)?.()}
      required={required.has(name)}
      defaultValue={defaults[name]}
      className={fullWidth.has(name) ? "col-span-2" : halfWidth.has(name) ? undefined : "col-span-2 @lg:col-span-1"}
    />
  );
  const columns = "grid grid-cols-2 gap-x-4 gap-y-5";
  return (
    <Card as="section" aria-labelledby="billing" className="@container">
      <h2 id="billing" className="mb-6 text-h3">
        {m.orders_invoice_to()}
      </h2>
      {!isAllOpen && <KnownLines lines={known} onChange={openAll} />}
      <div ref={box} className={clsx("grid gap-5", isPersonOpen !== isAddressOpen && "mt-5")}>
        <div hidden={!isPersonOpen} className={columns}>
          {personFields.map(renderField)}
        </div>
        <div hidden={!isAddressOpen} className={columns}>
          {addressFields.map(renderField)}
        </div>
      </div>
      <datalist id="regions">
        {saudiRegions.map((region) => (
          <option key={region.en} value={region[locale]}>
            {region[locale]}
          </option>
        ))}
      </datalist>
      <UnprintableNote fields={["first_name", "last_name", "company.name"]} />
      <CompanyFields
        defaults={company}
        isCompany={isCompany}
        reason={companyReason}
        onChange={(isChosen) => needsCompany || setChosen(isChosen)}
        needsAddress={needsAddress}
      />
    </Card>
  );
}

export function parseBilling(data: { get(name: string): unknown }): BillingAddress {
  return Object.fromEntries(billingFields.map((name) => [name, String(data.get(name) ?? "")])) as Record<Field, string>;
}
