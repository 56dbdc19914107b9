/** Calls the API of a running site as an outside client does. */
import type { BegunCheckout } from "#features/checkout/checkout.schema.ts";
import { address, pay } from "../buyer.ts";
import type { SentMail, TestSite } from "../site.ts";
import type { Company } from "#features/orders/billing.schema.ts";

export interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

export interface CallOptions {
  token?: string | undefined;
  language?: string | undefined;
  headers?: Record<string, string>;
}

/** POSTs JSON and reads the JSON answer; the body of a file's answer is `{}`. A string is sent unchanged. */
export async function post(
  site: Pick<TestSite, "url">,
  path: string,
  body: unknown = {},
  { token, language, headers }: CallOptions = {},
): Promise<Answer> {
  const response = await fetch(site.url + path, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(language ? { "accept-language": language } : {}),
      ...headers,
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? (JSON.parse(text) as Record<string, unknown>) : {},
  };
}

export interface Person {
  id: string;
  name: string;
  email: string;
  password: string;
  token: string;
  /** The user in the answer of the login, which the browser stores. */
  user: Record<string, string>;
}

let count = 0;

/**
 * Confirms an address with the link in the newest mail to it. Does nothing when that mail has no such link, as in older
 * versions of the site.
 */
export async function confirmAddress(site: Pick<TestSite, "url">, email: string, password: string): Promise<void> {
  const mails = (await (await fetch(`${site.url}/__dev/outbox?format=json`)).json()) as SentMail[];
  const text = mails.find(({ to }) => to === email)?.text ?? "";
  const token = /\/profile\/confirm-email\/([\w-]{43})/.exec(text)?.[1];
  if (!token) return;
  const { status, body } = await post(site, "/api/confirm-email", { token, password });
  if (status !== 200) throw new Error(`confirm-email answered ${status}: ${JSON.stringify(body)}`);
}

/** Registers a person, confirms their address and logs them in. `host` is the domain of the address. */
export async function newPerson(
  site: Pick<TestSite, "url">,
  name = "Sara Nasser",
  host = "example.com",
): Promise<Person> {
  count += 1;
  const email = `buyer-${process.pid}-${count}-${Date.now()}@${host}`;
  const password = "palm-Tree-by-the-well-7";
  const form = {
    name,
    email,
    address: "Example Street 1",
    contact_number: "0500000001",
    scfhs_number: "",
    workplace: "Example Hospital",
    profession: "Nurse",
    password,
    password_confirmation: password,
    remember_me: "accept",
  };
  const registered = await post(site, "/api/register", form);
  if (registered.status !== 200)
    throw new Error(`register answered ${registered.status}: ${JSON.stringify(registered.body)}`);
  await confirmAddress(site, email, password);
  const { status, body } = await post(site, "/api/login", { email, password });
  if (status !== 200) throw new Error(`login answered ${status}: ${JSON.stringify(body)}`);
  const user = body["user"] as Record<string, string>;
  return { id: String(user["id"]), name, email, password, token: String(body["token"]), user };
}

/** The fields of a course that tests read. */
export interface ListedCourse {
  id: number;
  slug: string;
  name_eng: string;
  name_ar: string;
  amount: string;
  seats_left: number;
  ended: boolean;
  disable_course: boolean;
}

export async function courseBySlug(site: Pick<TestSite, "url">, slug: string): Promise<ListedCourse> {
  const { body } = await post(site, "/api/course-details", { slug });
  return body["data"] as ListedCourse;
}

interface OrderOptions {
  qty?: number;
  company?: Company;
  language?: string;
}

/** Begins an order, by default of one seat, and does not pay it. Rejects with the answer when the order is refused. */
export async function beginOrder(
  site: Pick<TestSite, "url">,
  { token }: Person,
  courseId: number,
  { qty = 1, company, language }: OrderOptions = {},
): Promise<BegunCheckout> {
  const order = { items: [{ course_id: courseId, qty }], billing: address, ...(company && { company }) };
  const { status, body } = await post(site, "/api/begin-checkout", order, { token, language });
  if (status !== 200) throw new Error(`begin-checkout answered ${status}: ${JSON.stringify(body)}`);
  return body as unknown as BegunCheckout;
}

/** Begins an order, pays it by card and updates its payment as the return page does. */
export async function buyOrder(
  site: Pick<TestSite, "url">,
  person: Person,
  courseId: number,
  options: OrderOptions = {},
): Promise<BegunCheckout> {
  const begun = await beginOrder(site, person, courseId, options);
  await pay(begun);
  await post(site, "/api/update-payment-status", { id: begun.given_id }, { token: person.token });
  return begun;
}
