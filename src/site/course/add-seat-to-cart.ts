import { seatState } from "#features/catalogue/course.ts";
import { addSeat, toCartDetails, type Added, type CartDetails } from "#features/checkout/cart.ts";
import { changeCart, readCart } from "#features/checkout/cart-store.ts";
import { callApi } from "#platform/api-client.ts";

/** `available`: free seats of the run; `inCart`: its seats in the cart after the change. */
export interface AddedSeat {
  added: Added;
  available: number;
  /** No seat is available, but only because of holds. */
  isHeld: boolean;
  inCart: number;
}

/** Adds a seat of a run to the cart if the server reports a free one; without a response, if the page shows one. */
export async function addSeatToCart({ id, ...course }: CartDetails & { id: number }): Promise<AddedSeat> {
  const answer = await callApi("/api/get-course-qty", { course_id: id, key: course.key });
  const seats = answer.ok
    ? { seats_left: answer.data.qty, seats_held: answer.data.held }
    : { seats_left: course.seats_left, seats_held: course.seats_held };
  let added: Added = "no-seats";
  changeCart((cart) => {
    const change = addSeat(cart, id, toCartDetails({ ...course, ...seats }));
    added = change.added;
    return change.state;
  });
  return {
    added,
    available: seats.seats_left,
    isHeld: seatState(seats) === "held",
    inCart: readCart().cart_items.find((item) => item.id === id)?.qty ?? 0,
  };
}
