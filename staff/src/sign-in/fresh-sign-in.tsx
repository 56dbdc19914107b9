import { lazy, Suspense, useEffect, useState } from "react";
import { setFreshSignInHandler } from "../api.ts";

const FreshSignInDialog = lazy(() => import("./fresh-sign-in-dialog.tsx"));

/** Mounts the fresh sign-in dialog. It is rarely needed, so its code is loaded on demand. */
export function FreshSignIn() {
  const [respond, setRespond] = useState<((isConfirmed: boolean) => void) | null>(null);
  useEffect(() => {
    setFreshSignInHandler(() => new Promise((resolve) => setRespond(() => resolve)));
  }, []);
  if (!respond) return null;
  return (
    <Suspense>
      <FreshSignInDialog
        onAnswer={(isConfirmed) => {
          setRespond(null);
          respond(isConfirmed);
        }}
      />
    </Suspense>
  );
}
