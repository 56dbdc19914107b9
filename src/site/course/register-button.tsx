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
import { getCourseAddress, type Registration } from "./registration.ts";
import { registrationLabels } from "./registration-labels.tsx";

const loadModal = () => import("./register-modal.tsx");
const RegisterModal = lazy(loadModal);

interface RegisterOptions {
  course: Course;
  /** Null for the next run. */
  run: number | null;
  registration: Registration;
  /** Requests the seats again, because the page may be minutes old. */
  onRefresh: () => void;
  taxPercent: number;
}

/**
 * `register` opens the modal when logged in. Otherwise it leads to Login and back to the open modal; a new account goes
 * straight to checkout (requirement L-03). One `modal` serves every button of the page and stays open while they
 * change.
 */
export function useRegister({ course, run, registration, onRefresh, taxPercent }: RegisterOptions) {
  const locale = useLocale();
  const path = useLocalePath();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState<boolean>();
  const { add, drawer } = useAddToCart(course);

  const { pathname, search, hash } = useLocation();
  const continueRegistration = useEffectEvent(() => {
    // The router does not notice that the hash was removed, so this also runs when a seat becomes free later.
    if (window.location.hash !== registerHash || !readToken()) return;
    // Removes the hash without the router, which would load the page again.
    window.history.replaceState(window.history.state, "", pathname + search);
    register();
  });
  const isReturning = hash === registerHash && registration === "open";
  useEffect(() => {
    if (isReturning) continueRegistration();
  }, [isReturning]);

  function register() {
    if (readToken()) {
      onRefresh();
      return setOpen(true);
    }
    const message = m.catalogue_redirect_message({ course: localText(locale, course.name_eng, course.name_ar).text });
    const redirect = path(getCourseAddress(course.slug, run, course.key)) + registerHash;
    const query = new URLSearchParams({ redirect, redirect_message: message });
    void navigate(path(`/login?${query.toString()}`));
  }

  const modal = (
    <>
      {isOpen !== undefined && (
        <Suspense>
          <RegisterModal
            course={course}
            run={run}
            registration={registration}
            taxPercent={taxPercent}
            isOpen={isOpen}
            onClose={() => setOpen(false)}
            onAdd={() => {
              setOpen(false);
              add();
            }}
          />
        </Suspense>
      )}
      {drawer}
    </>
  );
  return { register, modal };
}

export interface RegisterButtonProps {
  registration: Registration;
  onRegister: () => void;
  size?: "md" | "lg";
}

export function RegisterButton({ registration, onRegister, size = "lg" }: RegisterButtonProps) {
  return (
    <Button
      data-register
      size={size}
      block
      icon={registration === "registered" ? "circle-check" : undefined}
      disabled={registration !== "open"}
      onClick={onRegister}
      onPointerEnter={() => void loadModal()}
      className="text-balance"
    >
      {registrationLabels[registration]()}
    </Button>
  );
}
