import { useEffect } from "react";
import { useTranslate } from "ra-core";
import { useBlocker } from "react-router-dom";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";

/** Asks before unsaved changes are left, in the portal and by closing the window. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const translate = useTranslate();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    globalThis.addEventListener("beforeunload", ask);
    return () => globalThis.removeEventListener("beforeunload", ask);
  }, [isDirty]);
  return (
    <ConfirmDialog
      isOpen={blocker.state === "blocked"}
      title={translate("settings.leave_title")}
      action={translate("settings.leave")}
      keep={translate("settings.stay")}
      isDangerous
      onClose={() => {
        if (blocker.state === "blocked") blocker.reset();
      }}
      onConfirm={async () => {
        if (blocker.state === "blocked") blocker.proceed();
      }}
    >
      <p>{translate("settings.leave_text")}</p>
    </ConfirmDialog>
  );
}
