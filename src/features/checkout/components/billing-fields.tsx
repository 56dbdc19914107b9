import { useState, type ComponentProps } from "react";
import { useLocale } from "#i18n/link.tsx";
import { m } from "#messages";
import { Card } from "#ui/card.tsx";
import { UnprintableNote } from "#ui/unprintable-note.tsx";
import { TextField } from "#ui/text-field.tsx";
import {
  billingFields,
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

const wide = new Set<Field>(["address_1", "address_2"]);

interface BillingFieldsProps {
  defaults: BillingAddress;
  company: Company | null;
  /** The invoice has to be for a company. */
  needsCompany: boolean;
  /** A company must enter its national address in parts. */
  needsAddress: boolean;
}

export function BillingFields({ defaults, company, needsCompany, needsAddress }: BillingFieldsProps) {
  const locale = useLocale();
  const [isChosen, setChosen] = useState(company !== null);
  const isCompany = isChosen || needsCompany;
  const hasParts = isCompany && needsAddress;
  const isRequired = (name: Field) => requiredBillingFields.includes(name) || (name === "zipcode" && hasParts);
  const getHint = (name: Field) => (hasParts ? companyHints[name] : undefined) ?? fields[name].hint;
  return (
    <Card as="section" aria-labelledby="billing" className="@container">
      <h2 id="billing" className="mb-6 text-h3">
        {m.orders_billing()}
      </h2>
      <div className="grid gap-5 @lg:grid-cols-2">
        {billingFields.map((name) => (
          <TextField
            key={name}
            {...fields[name].attributes}
            name={name}
            label={fields[name].label()}
            hint={getHint(name)?.()}
            required={isRequired(name)}
            defaultValue={defaults[name]}
            className={wide.has(name) ? "@lg:col-span-2" : undefined}
          />
        ))}
      </div>
      <datalist id="regions">
        {saudiRegions.map((region) => (
          <option key={region.en} value={region[locale]}>
            {region[locale]}
          </option>
        ))}
      </datalist>
      <UnprintableNote fields={["first_name", "last_name", "company.name"]} />
      <CompanyFields defaults={company} isCompany={isCompany} onChange={setChosen} needsAddress={needsAddress} />
    </Card>
  );
}

export function parseBilling(data: { get(name: string): unknown }): BillingAddress {
  return Object.fromEntries(billingFields.map((name) => [name, String(data.get(name) ?? "")])) as Record<Field, string>;
}
