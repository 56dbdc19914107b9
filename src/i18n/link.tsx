import { createContext, useContext } from "react";
import { Link as RouterLink, type LinkProps } from "react-router";
import { localePath, type Locale } from "./locale.ts";

export const LocaleContext = createContext<Locale>("en");

/** The page's language; constant for the life of a page, because switching reloads it. */
export function useLocale(): Locale {
  return useContext(LocaleContext);
}

/** A function from a path such as `/courses` to the address in the page's language. */
export function useLocalePath(): (path: string) => string {
  const locale = useLocale();
  return (path) => localePath(path, locale);
}

/** A link inside the site; `to` is written without a language and follows the page's. */
export function Link({ to, ...props }: Omit<LinkProps, "to"> & { to: string }) {
  return <RouterLink prefetch="intent" {...props} to={localePath(to, useLocale())} />;
}
