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

/** POSTs JSON and reads the JSON answer; `{}` for a file. A string is sent as it is. */
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
  /** As login answered it: what the browser keeps. */
  user: Record<string, string>;
}

let count = 0;

/** Opens the link of the newest mail to this address that confirms it. An older version mails none. */
export async function confirmAddress(site: Pick<TestSite, "url">, email: string, password: string): Promise<void> {
  const mails = (await (await fetch(`${site.url}/__dev/outbox?format=json`)).json()) as SentMail[];
  const text = mails.find(({ to }) => to === email)?.text ?? "";
  const token = /\/profile\/confirm-email\/([\w-]{43})/.exec(text)?.[1];
  if (!token) return;
  const { status, body } = await post(site, "/api/confirm-email", { token, password });
  if (status !== 200) throw new Error(`confirm-email answered ${status}: ${JSON.stringify(body)}`);
}

/** Opens an account on a confirmed address and logs in; `host` is where its mail goes. */
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

/** The fields of a course that tests look at. */
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

interface Bought {
  qty?: number;
  company?: Company;
  language?: string;
}

/** An order opened, of one seat unless said, not yet paid. Throws with the answer when it is refused. */
export async function beginOrder(
  site: Pick<TestSite, "url">,
  { token }: Person,
  courseId: number,
  { qty = 1, company, language }: Bought = {},
): Promise<BegunCheckout> {
  const order = { items: [{ course_id: courseId, qty }], billing: address, ...(company && { company }) };
  const { status, body } = await post(site, "/api/begin-checkout", order, { token, language });
  if (status !== 200) throw new Error(`begin-checkout answered ${status}: ${JSON.stringify(body)}`);
  return body as unknown as BegunCheckout;
}

/** The same, paid by card, as the return page then finds it. */
export async function buyOrder(
  site: Pick<TestSite, "url">,
  person: Person,
  courseId: number,
  bought: Bought = {},
): Promise<BegunCheckout> {
  const begun = await beginOrder(site, person, courseId, bought);
  await pay(begun);
  await post(site, "/api/update-payment-status", { id: begun.given_id }, { token: person.token });
  return begun;
}
