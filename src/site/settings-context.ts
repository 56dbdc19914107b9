import { createContext } from "react";
import type { PublicSettings } from "#features/settings/settings.ts";

/** Null when reading the settings failed. */
export const SettingsContext = createContext<PublicSettings | null>(null);

export const telephone = (number: string) => `tel:${number.replace(/[^\d+]/g, "")}`;
