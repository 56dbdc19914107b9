import { m } from "#messages";
import { Checkbox } from "#ui/checkbox.tsx";
import { TextField } from "#ui/text-field.tsx";
import {
  addressLine,
  companyAddressFields,
  type BillingAddress,
  type Company,
} from "#features/orders/billing.schema.ts";

interface CompanyFieldsProps {
  defaults: Company | null;
  isCompany: boolean;
  /** Why the order needs a company; null where the buyer may choose. */
  reason: string | null;
  onChange: (isCompany: boolean) => void;
}

/** Asks whether the invoice is for a company, and for its name and VAT number. */
export function CompanyFields({ defaults, isCompany, reason, onChange }: CompanyFieldsProps) {
  return (
    <div className="mt-3">
      {reason === null ? (
        <Checkbox
          name="company"
          label={m.checkout_company()}
          checked={isCompany}
          onChange={(event) => onChange(event.target.checked)}
        />
      ) : (
        <p className="text-sm text-ink-2">
          {reason}
          <input type="checkbox" name="company" checked readOnly hidden />
        </p>
      )}
      <div hidden={!isCompany} className="mt-3 grid gap-4 md:gap-5 @lg:grid-cols-2">
        <TextField
          name="company.name"
          label={m.checkout_company_name()}
          defaultValue={defaults?.name}
          maxLength={120}
          autoComplete="organization"
          required={isCompany}
        />
        <TextField
          name="company.vat_number"
          label={m.common_vat_number()}
          hint={m.checkout_company_vat_hint()}
          defaultValue={defaults?.vat_number}
          inputMode="numeric"
          maxLength={40}
          autoComplete="off"
          dir="ltr"
          required={isCompany}
        />
      </div>
    </div>
  );
}

/**
 * Reads the company from the checkout form, including the parts of its address and the purchase order that
 * `BillingFields` asks for; null when the invoice is for the buyer. `address` is the billing address as one line.
 */
export function parseCompany(
  data: { has(name: string): boolean; get(name: string): unknown },
  billing: BillingAddress,
): Company | null {
  if (!data.has("company")) return null;
  const text = (name: string) => String(data.get(`company.${name}`) ?? "");
  return {
    name: text("name"),
    vat_number: text("vat_number"),
    address: addressLine(billing),
    ...Object.fromEntries(companyAddressFields.map((name) => [name, text(name)])),
    purchase_order: text("purchase_order"),
  };
}
