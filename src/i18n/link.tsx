import { createContext, useContext } from "react";
import { Link as RouterLink, useLocation, type LinkProps } from "react-router";
import { localePath, withoutLocale, type Locale } from "./locale.ts";

export const LocaleContext = createContext<Locale>("en");

/** Constant for the life of a page, because switching reloads it. */
export function useLocale(): Locale {
  return useContext(LocaleContext);
}

export function useLocalePath(): (path: string) => string {
  const locale = useLocale();
  return (path) => localePath(path, locale);
}

/** The page's path without language and final slash: `/courses` for `/ar/courses/`. */
export function usePagePath(): string {
  return withoutLocale(useLocation().pathname).replace(/(.)\/+$/, "$1");
}

/** `to` is written without a language and follows the page's. */
export function Link({ to, ...props }: Omit<LinkProps, "to"> & { to: string }) {
  return <RouterLink prefetch="intent" {...props} to={localePath(to, useLocale())} />;
}
