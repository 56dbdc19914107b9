import { lazy, Suspense, useEffect, useState } from "react";
import { setSignInAgainHandler } from "../api.ts";

const SignInAgainDialog = lazy(() => import("./sign-in-again-dialog.tsx"));

/** Mounts the dialog to sign in again when a change finds that the session has ended. */
export function SignInAgain() {
  const [answer, setAnswer] = useState<((isDone: boolean) => void) | null>(null);
  useEffect(() => {
    setSignInAgainHandler(() => new Promise((resolve) => setAnswer(() => resolve)));
    return () => setSignInAgainHandler(async () => false);
  }, []);
  if (!answer) return null;
  return (
    <Suspense>
      <SignInAgainDialog
        onAnswer={(isDone) => {
          setAnswer(null);
          answer(isDone);
        }}
      />
    </Suspense>
  );
}
