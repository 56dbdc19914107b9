import { createContext, useContext } from "react";
import { Link as RouterLink, useLocation, type LinkProps } from "react-router";
import { localePath, withoutLocale, type Locale } from "./locale.ts";

export const LocaleContext = createContext<Locale>("en");

/** Returns the page's language. It is constant for the life of a page, because switching the language reloads it. */
export function useLocale(): Locale {
  return useContext(LocaleContext);
}

export function useLocalePath(): (path: string) => string {
  const locale = useLocale();
  return (path) => localePath(path, locale);
}

/** Returns the page's path without language and final slash: `/courses` for `/ar/courses/`. */
export function usePagePath(): string {
  return withoutLocale(useLocation().pathname).replace(/(.)\/+$/, "$1");
}

/** A link in the page's language. `to` is a path without a language. */
export function Link({ to, ...props }: Omit<LinkProps, "to"> & { to: string }) {
  return <RouterLink prefetch="intent" {...props} to={localePath(to, useLocale())} />;
}
