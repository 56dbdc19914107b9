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
  /** Shown below the box where the order needs a company. */
  reason: string | null;
  onChange: (isCompany: boolean) => void;
  /** Its documents are sent to the tax authority, which requires the national address in parts. */
  needsAddress: boolean;
}

export function CompanyFields(props: CompanyFieldsProps) {
  const { defaults, isCompany, reason, onChange, needsAddress } = props;
  return (
    <div className="mt-5">
      <Checkbox
        name="company"
        label={
          <>
            {m.checkout_company()}
            {reason && <span className="block text-ink-3">{reason}</span>}
          </>
        }
        checked={isCompany}
        onChange={(event) => onChange(event.target.checked)}
      />
      <fieldset disabled={!isCompany} hidden={!isCompany} className="mt-3 grid gap-5 @lg:grid-cols-2">
        <legend className="sr-only">{m.checkout_company()}</legend>
        <TextField
          name="company.name"
          label={m.checkout_company_name()}
          defaultValue={defaults?.name}
          maxLength={120}
          autoComplete="organization"
          required
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
          required
        />
        <p className="text-sm text-ink-3 @lg:col-span-2">
          {needsAddress ? m.checkout_company_address_parts() : m.checkout_company_address_same()}
        </p>
        {needsAddress && (
          <>
            <TextField
              name="company.building_number"
              label={m.checkout_building_number()}
              hint={m.checkout_building_number_hint()}
              defaultValue={defaults?.building_number}
              inputMode="numeric"
              maxLength={12}
              autoComplete="off"
              dir="ltr"
              required
            />
            <TextField
              name="company.district"
              label={m.checkout_district()}
              defaultValue={defaults?.district}
              maxLength={60}
              autoComplete="billing address-level3"
              required
            />
          </>
        )}
        <TextField
          name="company.purchase_order"
          label={m.checkout_purchase_order()}
          hint={m.checkout_purchase_order_hint()}
          defaultValue={defaults?.purchase_order}
          maxLength={60}
          autoComplete="off"
          dir="auto"
          className="@lg:col-span-2"
        />
      </fieldset>
    </div>
  );
}

/** The company; null when the invoice is for the buyer. Its address is the order's billing address. */
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
