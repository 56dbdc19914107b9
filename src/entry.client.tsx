import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { localeFromPath } from "#i18n/locale.ts";
import { overwriteGetLocale } from "#i18n/paraglide/runtime.js";

// The address decides the language, and switching it loads the page: constant for the life of the page.
const locale = localeFromPath(location.pathname);
overwriteGetLocale(() => locale);

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
