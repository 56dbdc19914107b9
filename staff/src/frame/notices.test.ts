import { UNSTABLE_ToastQueue as ToastQueue } from "react-aria-components";
import { expect, it, vi } from "vitest";
import { StaffApiError } from "../api.ts";
import type { Notice } from "./notice-region.tsx";
import { useUndo } from "./notices.tsx";

it("shows the server's message if an undo is refused", async () => {
  const add = vi.spyOn(ToastQueue.prototype, "add");
  const offerUndo = useUndo();
  offerUndo("Removed.", () => Promise.reject(new StaffApiError("It is there already.", 409, {})));
  const offer = add.mock.lastCall?.[0] as Notice;
  offer.onUndo?.();
  await vi.waitFor(() =>
    expect(add.mock.lastCall?.[0]).toEqual({ text: "It is there already.", type: "error" } satisfies Notice),
  );
});
