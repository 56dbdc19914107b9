import { lazy, Suspense, useEffect, useState } from "react";
import { setFreshSignInHandler } from "../api.ts";

const FreshSignInDialog = lazy(() => import("./fresh-sign-in-dialog.tsx"));

/** Mounts the fresh sign-in dialog. It is rarely needed, so its code is loaded on demand. */
export function FreshSignIn() {
  const [answer, setAnswer] = useState<((isConfirmed: boolean) => void) | null>(null);
  useEffect(() => {
    setFreshSignInHandler(() => new Promise((resolve) => setAnswer(() => resolve)));
  }, []);
  if (!answer) return null;
  return (
    <Suspense>
      <FreshSignInDialog
        onAnswer={(isConfirmed) => {
          setAnswer(null);
          answer(isConfirmed);
        }}
      />
    </Suspense>
  );
}
