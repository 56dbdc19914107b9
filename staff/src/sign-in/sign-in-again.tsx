import { lazy, Suspense, useEffect, useState } from "react";
import { setSignInAgainHandler } from "../api.ts";

const SignInAgainDialog = lazy(() => import("./sign-in-again-dialog.tsx"));

/** Shows the dialog to sign in again if a change fails because the session has ended. */
export function SignInAgain() {
  const [resolveSignIn, setResolveSignIn] = useState<((isDone: boolean) => void) | null>(null);
  useEffect(() => {
    setSignInAgainHandler(() => new Promise((resolve) => setResolveSignIn(() => resolve)));
    return () => setSignInAgainHandler(async () => false);
  }, []);
  if (!resolveSignIn) return null;
  return (
    <Suspense>
      <SignInAgainDialog
        onAnswer={(isDone) => {
          setResolveSignIn(null);
          resolveSignIn(isDone);
        }}
      />
    </Suspense>
  );
}
