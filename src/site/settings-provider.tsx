import type { ReactNode } from "react";
import type { PublicSettings } from "#features/settings/settings.ts";
import { MessageSetContext } from "#i18n/label.tsx";
import { ContactWaysContext } from "#ui/script-needed.tsx";
import { SettingsContext } from "./settings-context.ts";

/** Also sets the settings' Arabic message set. */
export function SettingsProvider({ settings, children }: { settings: PublicSettings | null; children: ReactNode }) {
  return (
    <SettingsContext value={settings}>
      <ContactWaysContext value={settings}>
        <MessageSetContext value={settings?.messageSet ?? "complete"}>{children}</MessageSetContext>
      </ContactWaysContext>
    </SettingsContext>
  );
}
