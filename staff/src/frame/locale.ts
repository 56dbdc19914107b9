import { useSyncExternalStore } from "react";
import { getLocale, onLocaleChange, setLocale, type PortalLocale } from "../messages.ts";
import { writeStored } from "./stored.ts";

/** The portal's language. */
export const useLocale = (): PortalLocale => useSyncExternalStore(onLocaleChange, getLocale, getLocale);

function changeLocale(next: PortalLocale): void {
  writeStored("locale", next);
  void setLocale(next);
}

/** The portal's language and a function to change it. This browser remembers it. */
export const useLocaleState = (): [PortalLocale, (next: PortalLocale) => void] => [useLocale(), changeLocale];
