import { lazy, Suspense, useEffect, useState } from "react";
import { onFreshSignIn } from "../api.ts";

const FreshSignInDialog = lazy(() => import("./fresh-sign-in-dialog.tsx"));

/** Where the dialog opens that the server asks for; seldom, so it is loaded then. */
export function FreshSignIn() {
  const [answer, setAnswer] = useState<((isGiven: boolean) => void) | null>(null);
  useEffect(() => {
    onFreshSignIn(() => new Promise((resolve) => setAnswer(() => resolve)));
  }, []);
  if (!answer) return null;
  return (
    <Suspense>
      <FreshSignInDialog
        onAnswer={(isGiven) => {
          setAnswer(null);
          answer(isGiven);
        }}
      />
    </Suspense>
  );
}
