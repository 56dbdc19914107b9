import { useContext } from "react";
import { useLocale } from "#i18n/link.tsx";
import { m } from "#messages";
import { pendingProps } from "#ui/button.tsx";
import { FormContext } from "#ui/form-context.ts";
import { payByApplePay } from "#features/checkout/apple-pay.ts";

export type PayByApplePay = typeof payByApplePay;

interface ApplePayButtonProps {
  /** Must call `pay` before any `await`: Safari opens the sheet only within the click. */
  onPay: (form: HTMLFormElement, pay: PayByApplePay) => void;
}

/** The Apple Pay button, shown only where the browser offers Apple Pay; Safari draws its label and logo. */
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
      {...pendingProps(isPending, ({ currentTarget: { form } }) => form && onPay(form, payByApplePay))}
    >
      <span>{label}</span>
    </button>
  );
}
