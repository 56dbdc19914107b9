import { call } from "#platform/api-client.ts";
import type * as catalogue from "./api.server.ts";

export const callGetCourseQty = call<typeof catalogue.getCourseQty>("/api/get-course-qty");
export const callCartItems = call<typeof catalogue.cartItems>("/api/cart-items");
