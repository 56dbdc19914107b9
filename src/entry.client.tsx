import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { localeFromPath } from "#i18n/locale.ts";
import { overwriteGetLocale } from "#i18n/paraglide/runtime.js";

// The path decides the language, and switching the language loads another page, so it never changes within a page.
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
