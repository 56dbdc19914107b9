import { staffCall } from "../api.ts";

/** Hands all that is kept about a person to the browser as a JSON file. Throws StaffApiError. */
export async function exportPerson(id: string): Promise<void> {
  const data = await staffCall(`POST people/${encodeURIComponent(id)}/export`);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: "application/json" }));
  link.download = `nama-health-${id.slice(0, 8)}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
