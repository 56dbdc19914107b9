import { callGetCourseQty } from "#features/catalogue/client.ts";
import { addSeat, type Added, type CartDetails } from "./cart.ts";
import { changeCart, readCart } from "./cart-store.ts";

/** What came of "Add to cart"; `available` are the seats that can be had, `inCart` those of this course in the cart now. */
export interface AddedSeat {
  added: Added;
  available: number;
  inCart: number;
}

/** Puts one more seat of a run into the cart, if the server still has one; without an answer, if the page believes so. */
export async function addToCart({ id, slug, name_eng, name_ar, image, amount, start_date, end_date, seats_left }: CartDetails & { id: number }): Promise<AddedSeat> {
  const answer = await callGetCourseQty({ course_id: id });
  const available = answer.ok ? answer.data.qty : seats_left;
  let added: Added = "full";
  changeCart((cart) => {
    const now = addSeat(cart, id, { slug, name_eng, name_ar, image, amount, start_date, end_date, seats_left: available });
    added = now.added;
    return now.state;
  });
  return { added, available, inCart: readCart().cart_items.find((item) => item.id === id)?.qty ?? 0 };
}
