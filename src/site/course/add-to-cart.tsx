import { lazy, Suspense, useState } from "react";
import type { Course } from "#features/catalogue/course.ts";
import type { AddedSeat } from "#site/course/add-seat-to-cart.ts";
import { m } from "#messages";
import { Button } from "#ui/button.tsx";
import type { Registration } from "./registration.ts";

const AddedDrawer = lazy(() => import("#site/course/added-drawer.tsx"));
const loadCartCode = () => import("#site/course/add-seat-to-cart.ts");

/**
 * Adds a seat to the cart. Loads the cart's code when it is used, unless `AddToCart` has loaded it on hover. `drawer`
 * must be rendered on the page.
 */
export function useAddToCart(course: Course) {
  const [result, setResult] = useState<AddedSeat | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [isPending, setPending] = useState(false);

  async function add() {
    setPending(true);
    try {
      const { addSeatToCart } = await loadCartCode();
      setResult(await addSeatToCart(course));
      setOpen(true);
    } finally {
      setPending(false);
    }
  }
  const drawer = result && (
    <Suspense>
      <AddedDrawer course={course} result={result} isOpen={isOpen} onClose={() => setOpen(false)} />
    </Suspense>
  );
  return { add: () => void add(), isPending, drawer };
}

/** Someone who already has a seat can buy one for someone else (requirement L-04). */
export function AddToCart({
  course,
  registration,
  seatsLeft,
}: {
  course: Course;
  registration: Registration;
  seatsLeft: number;
}) {
  const { add, isPending, drawer } = useAddToCart(course);
  if (registration === "ended" || registration === "closed") return null;
  return (
    <>
      <Button
        variant="secondary"
        size="lg"
        block
        disabled={seatsLeft <= 0}
        isPending={isPending}
        icon="shopping-cart"
        onClick={add}
        onPointerEnter={() => void loadCartCode()}
        className="mt-3 px-4!"
      >
        {registration === "registered" ? m.checkout_add_for_other() : m.checkout_add_to_cart()}
      </Button>
      {drawer}
    </>
  );
}
