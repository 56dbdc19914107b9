import { clsx } from "clsx/lite";
import { useRef, useState, type ComponentProps } from "react";
import { flushSync } from "react-dom";
import { useLocale } from "#i18n/link.tsx";
import { m } from "#messages";
import { useFormErrors } from "#ui/form-context.ts";
import { UnprintableNote } from "#ui/unprintable-note.tsx";
import { TextField } from "#ui/text-field.tsx";
import {
  addressLine,
  billingFields,
  companyAddressFields,
  companyBillingFields,
  requiredBillingFields,
  type BillingAddress,
  type Company,
} from "#features/orders/billing.schema.ts";
import { saudiRegions } from "#features/orders/saudi-regions.ts";
import { CheckoutCard } from "./checkout-frame.tsx";
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

/** Hints where building number and district have fields of their own. */
const companyHints: Partial<Record<Field, () => string>> = {
  address_1: m.checkout_address_1_company_hint,
  address_2: m.checkout_address_2_company_hint,
};

/** Names of the fields of a company's national address. */
const companyPartFields = companyAddressFields.map((name) => `company.${name}` as const);

const addressFields = ["address_1", "city", "zipcode"] as const satisfies readonly Field[];
const moreFields = ["address_2", "state"] as const satisfies readonly Field[];

/** Fields that take a whole line (`phone` only on small screens). The others take half a line. */
const fieldWidths: Partial<Record<Field, string>> = {
  phone: "col-span-2 @lg:col-span-1",
  address_1: "col-span-2",
  address_2: "col-span-2",
};

/** Shows values from the account or an earlier order, one per line. `onChange` is absent when every field is open. */
function KnownLines({ lines, onChange }: { lines: readonly string[]; onChange: (() => void) | undefined }) {
  return (
    <div className="flex items-start gap-4">
      <ul className="min-w-0 flex-1 text-[.9375rem] [overflow-wrap:anywhere]">
        {lines.map((line) => (
          <li key={line}>
            <bdi>{line}</bdi>
          </li>
        ))}
      </ul>
      {onChange && (
        <button
          type="button"
          onClick={onChange}
          aria-label={m.checkout_billing_change_label()}
          className="inline-link min-h-6 flex-none text-sm max-md:touch-y"
        >
          {m.checkout_billing_change()}
        </button>
      )}
    </div>
  );
}

/** The number that a company gives its own order. */
export function OrderNumberField({ defaultValue }: { defaultValue?: string | undefined }) {
  return (
    <TextField
      name="company.purchase_order"
      label={m.checkout_purchase_order()}
      hint={m.checkout_purchase_order_hint()}
      defaultValue={defaultValue}
      maxLength={60}
      autoComplete="off"
      dir="auto"
    />
  );
}

interface BillingFieldsProps {
  defaults: BillingAddress;
  /** The buyer's address. */
  email: string;
  company: Company | null;
  /** Why the invoice has to be for a company; null where the buyer may choose. */
  companyReason: string | null;
  /** Whether a company must enter its national address in parts. */
  needsAddress: boolean;
  /** False where the form has this field elsewhere. */
  hasOrderNumber?: boolean;
}

/**
 * Asks for the person or company and the address on the invoice. Known values are shown as lines, and rarely needed
 * fields are hidden; a button opens the fields of each.
 */
export function BillingFields({
  defaults,
  email,
  company,
  companyReason,
  needsAddress,
  hasOrderNumber = true,
}: BillingFieldsProps) {
  const locale = useLocale();
  const box = useRef<HTMLDivElement>(null);
  const errors = useFormErrors();
  const [isChosen, setChosen] = useState(company !== null);
  const isCompany = isChosen || companyReason !== null;
  const hasParts = isCompany && needsAddress;
  const required = new Set<string>([
    ...requiredBillingFields,
    ...(isCompany ? companyBillingFields : []),
    ...(hasParts ? ["zipcode", ...companyPartFields] : []),
  ]);
  const known: Record<string, string> = { ...defaults };
  for (const name of companyAddressFields) known[`company.${name}`] = company?.[name] ?? "";
  const needsFields = (names: readonly string[]) =>
    names.some((name) => errors[name] || (required.has(name) && known[name]?.trim() === ""));
  const [isPersonOpen, setPersonOpen] = useState(false);
  const [isAddressOpen, setAddressOpen] = useState(false);
  const [isMoreOpen, setMoreOpen] = useState(
    () => moreFields.some((name) => defaults[name] !== "") || !!company?.purchase_order,
  );
  // Fields that have opened stay open, so that nothing typed disappears.
  if (!isPersonOpen && needsFields(requiredBillingFields)) setPersonOpen(true);
  if (!isAddressOpen && needsFields([...addressFields, ...moreFields, ...companyPartFields])) setAddressOpen(true);
  if (!isMoreOpen && needsFields([...moreFields, "company.purchase_order"])) setMoreOpen(true);
  const lines = [
    ...(isPersonOpen ? [] : [`${defaults.first_name} ${defaults.last_name}`]),
    email,
    ...(isPersonOpen ? [] : [defaults.phone]),
    ...(isAddressOpen ? [] : [addressLine(defaults)]),
  ].filter(Boolean);
  /** Opens fields and moves the focus to the first one, because the button that had it disappears. */
  const open = (first: Field, show: () => void) => {
    flushSync(show);
    box.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };
  const openAll = () =>
    open(isPersonOpen ? "address_1" : "first_name", () => {
      setPersonOpen(true);
      setAddressOpen(true);
    });
  const renderField = (name: Field) => (
    <TextField
      key={name}
      {...fields[name].attributes}
      name={name}
      label={fields[name].label()}
      hint={((hasParts ? companyHints[name] : undefined) ?? fields[name].hint)?.()}
      required={required.has(name)}
      defaultValue={defaults[name]}
      className={fieldWidths[name]}
    />
  );
  const columns = "grid grid-cols-2 gap-4 md:gap-y-5";
  return (
    <CheckoutCard aria-labelledby="billing">
      <h2 id="billing" className="mb-3 text-h3 md:mb-4">
        {m.orders_invoice_to()}
      </h2>
      <KnownLines lines={lines} onChange={isPersonOpen && isAddressOpen ? undefined : openAll} />
      <div ref={box}>
        <div hidden={!isPersonOpen} className={clsx(columns, "mt-4 md:mt-5")}>
          {requiredBillingFields.map(renderField)}
        </div>
        <CompanyFields defaults={company} isCompany={isCompany} reason={companyReason} onChange={setChosen} />
        <div hidden={!isAddressOpen} className={clsx(columns, "mt-4 md:mt-5")}>
          {renderField("address_1")}
          {needsAddress && (
            <div hidden={!isCompany} className="contents">
              <TextField
                name="company.building_number"
                label={m.checkout_building_number()}
                hint={m.checkout_building_number_hint()}
                defaultValue={company?.building_number}
                inputMode="numeric"
                maxLength={12}
                autoComplete="off"
                dir="ltr"
                required={hasParts}
              />
              <TextField
                name="company.district"
                label={m.checkout_district()}
                defaultValue={company?.district}
                maxLength={60}
                autoComplete="billing address-level3"
                required={hasParts}
              />
            </div>
          )}
          {renderField("city")}
          {renderField("zipcode")}
          {!isMoreOpen && (
            <button
              type="button"
              onClick={() => open("address_2", () => setMoreOpen(true))}
              className="inline-link col-span-2 min-h-6 justify-self-start text-sm max-md:touch-y"
            >
              {m.checkout_billing_more()}
            </button>
          )}
          <div hidden={!isMoreOpen} className="contents">
            {moreFields.map(renderField)}
            {hasOrderNumber && (
              <div hidden={!isCompany} className="@max-lg:col-span-2">
                <OrderNumberField defaultValue={company?.purchase_order} />
              </div>
            )}
          </div>
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
    </CheckoutCard>
  );
}

export function parseBilling(data: { get(name: string): unknown }): BillingAddress {
  return Object.fromEntries(billingFields.map((name) => [name, String(data.get(name) ?? "")])) as Record<Field, string>;
}
