import { call } from "#platform/api-client.ts";
import type * as catalogue from "./api.server.ts";

/** The catalogue's calls from the browser, typed by the endpoints themselves. */
export const callGetCourseQty = call<typeof catalogue.getCourseQty>("/api/get-course-qty");
export const callCartItems = call<typeof catalogue.cartItems>("/api/cart-items");
