import { createContext } from "react";
import type { PublicSettings } from "#features/settings/settings.ts";

/** The site's settings for header, footer and error pages; null when the failure was reading them. */
export const SettingsContext = createContext<PublicSettings | null>(null);

/** A telephone number as people write it, as an address to call. */
export const telephone = (number: string) => `tel:${number.replace(/[^\d+]/g, "")}`;
