import { clsx } from "clsx/lite";
import { lazy, Suspense, useEffect, useEffectEvent, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { Course } from "#features/catalogue/course.ts";
import { useLocale, useLocalePath } from "#i18n/link.tsx";
import { localText } from "#i18n/locale.ts";
import { readToken } from "#platform/session-token.ts";
import { m } from "#messages";
import { Button } from "#ui/button.tsx";
import { useAddToCart } from "./add-to-cart.tsx";
import { registerHash } from "#features/people/safe-redirect.ts";
import { courseAddress, type Registration } from "./registration.ts";
import { registrationLabels } from "./registration-labels.tsx";

const RegisterModal = lazy(() => import("./register-modal.tsx"));

export interface RegisterButtonProps {
  course: Course;
  /** Null for the next run. */
  run: number | null;
  registration: Registration;
  /** Checks the seats again: the page may be minutes old. */
  onAsk: () => void;
  taxPercent: number;
  /** Opens the modal for a visitor who pressed Register and has logged in since. */
  opensAfterLogin?: boolean;
  size?: "md" | "lg";
  className?: string;
}

/**
 * L-03: opens the modal when logged in. Otherwise leads to Login and back to the open modal; a new account goes straight
 * to checkout.
 */
export function RegisterButton({
  course,
  run,
  registration,
  onAsk,
  taxPercent,
  opensAfterLogin = false,
  size = "lg",
  className,
}: RegisterButtonProps) {
  const locale = useLocale();
  const path = useLocalePath();
  const navigate = useNavigate();
  const [modal, setModal] = useState<"never" | "open" | "closed">("never");
  const { add, drawer } = useAddToCart(course);

  const { pathname, search, hash } = useLocation();
  const continueRegistration = useEffectEvent(() => {
    if (!readToken()) return;
    // Not by the router, which would load the page once more.
    window.history.replaceState(window.history.state, "", pathname + search);
    register();
  });
  const isReturning = opensAfterLogin && hash === registerHash && registration === "open";
  useEffect(() => {
    if (isReturning) continueRegistration();
  }, [isReturning]);

  function register() {
    if (readToken()) {
      onAsk();
      return setModal("open");
    }
    const message = m.catalogue_redirect_message({ course: localText(locale, course.name_eng, course.name_ar).text });
    const redirect = path(courseAddress(course.slug, run)) + registerHash;
    const query = new URLSearchParams({ redirect, redirect_message: message });
    void navigate(path(`/login?${query.toString()}`));
  }

  return (
    <>
      <Button
        data-register
        size={size}
        block
        icon={registration === "registered" ? "circle-check" : undefined}
        disabled={registration !== "open"}
        onClick={register}
        onPointerEnter={() => void import("./register-modal.tsx")}
        className={clsx("text-balance", className)}
      >
        {registrationLabels[registration]()}
      </Button>
      {modal !== "never" && (
        <Suspense>
          <RegisterModal
            course={course}
            run={run}
            registration={registration}
            taxPercent={taxPercent}
            isOpen={modal === "open"}
            onClose={() => setModal("closed")}
            onAdd={() => {
              setModal("closed");
              add();
            }}
          />
        </Suspense>
      )}
      {drawer}
    </>
  );
}
