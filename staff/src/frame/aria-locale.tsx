import type { ReactNode } from "react";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { useLocale } from "./locale.ts";

const ariaLocales = { en: "en-GB", ar: "ar-AE" };

/** The portal's language for the parts of React Aria: around every page but the sign-in, which has none of them. */
export function AriaLocale({ children }: { children: ReactNode }) {
  return <I18nProvider locale={ariaLocales[useLocale()]}>{children}</I18nProvider>;
}
