import { lazy, Suspense, useEffect, useState } from "react";
import { onSignInAgain } from "../api.ts";

const SignInAgainDialog = lazy(() => import("./sign-in-again-dialog.tsx"));

/** Mounts the dialog to sign in again when a change finds that the session has ended. */
export function SignInAgain() {
  const [answer, setAnswer] = useState<((isDone: boolean) => void) | null>(null);
  useEffect(() => {
    onSignInAgain(() => new Promise((resolve) => setAnswer(() => resolve)));
    return () => onSignInAgain(async () => false);
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
