import { localePath, type Locale } from "#i18n/locale.ts";
import { callApi } from "#platform/api-client.ts";
import { clearDrafts } from "#platform/drafts.ts";
import { endSession } from "#platform/session-token.ts";

/** Logs out. The browser's session also ends when the server cannot be reached. */
export async function logOut(locale: Locale): Promise<void> {
  await callApi("/api/logout", {});
  endSession();
  clearDrafts();
  // Load a full page, so that no data of the person stays in memory.
  location.assign(localePath("/login?logout=1", locale));
}
