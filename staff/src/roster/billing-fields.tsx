import { useTranslate } from "ra-core";
import { TextField } from "@mui/material";
import type { FieldMap } from "../api.ts";

export const billingFields = ["first_name", "last_name", "phone", "city", "address_1", "zipcode"] as const;
export type BillingValue = Record<(typeof billingFields)[number], string>;
export const emptyBilling: BillingValue = {
  first_name: "",
  last_name: "",
  phone: "",
  city: "",
  address_1: "",
  zipcode: "",
};

/** For the tax invoice of an order by transfer. */
export function BillingFields({
  value,
  errors,
  onChange,
}: {
  value: BillingValue;
  errors: FieldMap;
  onChange(value: BillingValue): void;
}) {
  const translate = useTranslate();
  return (
    <fieldset>
      <legend className="dialog-section">{translate("roster.billing.title")}</legend>
      <div className="two-columns">
        {billingFields.map((name) => (
          <TextField
            key={name}
            required={name !== "zipcode"}
            type={name === "phone" ? "tel" : "text"}
            label={translate(`roster.billing.${name}`)}
            value={value[name]}
            error={errors[`billing.${name}`] !== undefined}
            helperText={errors[`billing.${name}`]?.[0]}
            onChange={(event) => onChange({ ...value, [name]: event.target.value })}
            slotProps={{ htmlInput: { dir: name === "phone" || name === "zipcode" ? "ltr" : "auto", maxLength: 120 } }}
          />
        ))}
      </div>
    </fieldset>
  );
}
