import type { ReactNode } from "react";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { useLocale } from "./locale.ts";

const ariaLocales = { en: "en-GB", ar: "ar-AE" };

/** Sets the portal's language for React Aria. The sign-in pages do without it, because they do not use React Aria. */
export function AriaLocale({ children }: { children: ReactNode }) {
  return <I18nProvider locale={ariaLocales[useLocale()]}>{children}</I18nProvider>;
}
