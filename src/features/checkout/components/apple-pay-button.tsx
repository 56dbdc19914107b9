import { useContext } from "react";
import { useLocale } from "#i18n/link.tsx";
import { m } from "#messages";
import { pendingProps } from "#ui/button.tsx";
import { FormContext } from "#ui/form-context.ts";
import { cardFields } from "#features/payments/card.ts";
import { payByApplePay } from "#features/checkout/apple-pay.ts";
import { checkForm } from "#features/checkout/pay.ts";

export type PayInSheet = typeof payByApplePay;

/** Whether a required field is empty. The card is not typed here. */
const lacksInput = (form: HTMLFormElement) =>
  [...form.elements].some(
    (field) =>
      field instanceof HTMLInputElement &&
      field.validity.valueMissing &&
      !cardFields.some((name) => name === field.name),
  );

interface ApplePayButtonProps {
  /** Must call `pay` before it waits for anything. */
  onPay: (form: HTMLFormElement, pay: PayInSheet) => void;
}

/** Apple Pay, where this browser offers it; Safari draws the button. An incomplete form opens no sheet. */
export default function ApplePayButton({ onPay }: ApplePayButtonProps) {
  const locale = useLocale();
  const { isPending } = useContext(FormContext);
  const label = m.checkout_apple_pay();
  return (
    <button
      type="button"
      lang={locale}
      aria-label={label}
      className="apple-pay"
      {...pendingProps(isPending, ({ currentTarget: { form } }) => {
        if (!form) return;
        onPay(form, async (purchase, onBegun) =>
          lacksInput(form)
            ? ((await checkForm(purchase, null)) ?? { kind: "fields", fields: {}, missing: true })
            : payByApplePay(purchase, onBegun),
        );
      })}
    >
      <span>{label}</span>
    </button>
  );
}
