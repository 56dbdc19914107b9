import { useState } from "react";
import { m } from "#messages";
import { Checkbox } from "#ui/checkbox.tsx";
import { TextField } from "#ui/text-field.tsx";
import { addressLine, type BillingAddress, type Company } from "#features/orders/billing.schema.ts";

export function CompanyFields({ defaults, isNeeded }: { defaults: Company | null; isNeeded: boolean }) {
  const [isChosen, setCompany] = useState(defaults !== null);
  const isCompany = isChosen || isNeeded;
  return (
    <div className="mt-5">
      <Checkbox
        name="company"
        label={m.checkout_company()}
        checked={isCompany}
        onChange={(event) => setCompany(event.target.checked)}
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
          label={m.orders_company_vat()}
          hint={m.checkout_company_vat_hint()}
          defaultValue={defaults?.vat_number}
          inputMode="numeric"
          maxLength={40}
          autoComplete="off"
          dir="ltr"
          required
        />
        <p className="text-sm text-ink-3 @lg:col-span-2">{m.checkout_company_address_same()}</p>
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

/** Null when the invoice is for the buyer; its address is that of the order, which is asked once. */
export function companyOf(
  data: { has(name: string): boolean; get(name: string): unknown },
  billing: BillingAddress,
): Company | null {
  if (!data.has("company")) return null;
  const text = (name: string) => String(data.get(`company.${name}`) ?? "");
  return {
    name: text("name"),
    vat_number: text("vat_number"),
    address: addressLine(billing),
    purchase_order: text("purchase_order"),
  };
}
