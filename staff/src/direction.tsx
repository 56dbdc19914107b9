/** Left-to-right and right-to-left: emotion's rules and MUI's theme follow the portal's language. */
import { useMemo, type ReactNode } from "react";
import createCache from "@emotion/cache";
import { CacheProvider } from "@emotion/react";
import { useMediaQuery } from "@mui/material";
import { ThemeProvider } from "@mui/material/styles";
import rtlPlugin from "@mui/stylis-plugin-rtl";
import { useLocale } from "./frame/locale.ts";
import { portalTheme } from "./theme.ts";

// `speedy`: rules are inserted by script, never as text, because the policy admits only empty style elements.
const caches = {
  en: createCache({ key: "l", speedy: true, stylisPlugins: [] }),
  ar: createCache({ key: "r", speedy: true, stylisPlugins: [rtlPlugin] }),
};

/** Above everything that is styled, below what knows the language. */
export function Direction({ children }: { children: ReactNode }) {
  const locale = useLocale() === "ar" ? "ar" : "en";
  const isStill = useMediaQuery("(prefers-reduced-motion: reduce)", { noSsr: true });
  const theme = useMemo(() => portalTheme(locale, isStill), [locale, isStill]);
  return (
    <CacheProvider value={caches[locale]}>
      <ThemeProvider theme={theme}>{children}</ThemeProvider>
    </CacheProvider>
  );
}
