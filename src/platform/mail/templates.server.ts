import type { Locale } from "#i18n/locale.ts";
import type { Ctx } from "#platform/context.server.ts";
import type { MailContent } from "./blocks.ts";

export interface MailAttachment {
  filename: string;
  contentType: string;
  /** Makes the bytes of the file; called when the email is sent. */
  content(): Promise<Uint8Array>;
}

interface ContentInput<Props> {
  props: Props;
  locale: Locale;
  /** Result of the template's `link`; empty for a template without one. */
  link: string;
  /** Names of the attached files. */
  files: readonly string[];
}

/** Template of an email. `content` is its whole text, from which both HTML and plain text are rendered. */
export interface MailTemplate<Props extends object> {
  subject(props: Props, locale: Locale): string;
  /**
   * Text that a list of emails shows after the subject: what the reader should know or do next, in about 90 characters.
   * It must say nothing that the email itself does not say, and contain no link. Plain text emails leave it out.
   */
  preview(props: Props, locale: Locale): string;
  content(input: ContentInput<Props>): MailContent;
  /**
   * An absolute URL that gives access to everyone who has it. It is made at each render from props that give no access
   * themselves. With a mail server the rendered text of such an email is not stored, so no copy of the database contains
   * the URL. Without one it is stored for the demo's mailbox.
   */
  link?(ctx: Ctx, props: Props, locale: Locale): string;
  /** Reads data that the queued props only refer to. It runs at each render and must return the same each time. */
  load?(ctx: Ctx, props: Props): Promise<Props>;
  /** Makes the attached files. It runs for each attempt to send and must return the same each time. */
  attachments?(ctx: Ctx, props: Props, locale: Locale): Promise<MailAttachment[]>;
  sample: Record<Locale, Props>;
}

/** Names and props of all templates. src/mails.ts fills it in by declaration merging: platform knows no features. */
export interface MailTemplates {}

/** The sender that the footer of every email names. */
export interface MailSender {
  name: string;
  address: string;
  phone: string;
  email: string;
}

interface AnyTemplate {
  subject(props: never, locale: Locale): string;
  preview(props: never, locale: Locale): string;
  content(input: ContentInput<never>): MailContent;
  link?(ctx: Ctx, props: never, locale: Locale): string;
  load?(ctx: Ctx, props: never): Promise<object>;
  attachments?(ctx: Ctx, props: never, locale: Locale): Promise<MailAttachment[]>;
  sample: Record<Locale, object>;
}
type SenderOf = (ctx: Ctx, locale: Locale) => Promise<MailSender>;
type IsConfirmed = (ctx: Ctx, address: string) => Promise<boolean>;

/** Defines a template; the types check that subject, preview, content and sample fit its props. */
export function mailTemplate<Props extends object>(template: MailTemplate<Props>): MailTemplate<Props> {
  return template;
}

const registered = new Map<string, MailTemplate<object>>();
let sender: SenderOf | undefined;
let isConfirmed: IsConfirmed = async () => true;

/**
 * Registers the templates and what they need of the features. Call it once at the start: platform knows neither
 * features nor settings. `confirmed` says whether someone has confirmed that an address is theirs.
 */
export function registerMails(
  templates: Record<string, AnyTemplate>,
  readSender: SenderOf,
  confirmed: IsConfirmed = async () => true,
): void {
  isConfirmed = confirmed;
  registered.clear();
  // The outbox gives each template the props that were queued with its name.
  for (const [name, template] of Object.entries(templates)) registered.set(name, template as MailTemplate<object>);
  sender = readSender;
}

/** Returns the template with this name. Throws UnknownMailError. */
export function templateNamed(name: string): MailTemplate<object> {
  const template = registered.get(name);
  if (!template) throw new UnknownMailError(`No mail template is called "${name}"`);
  return template;
}

/** Whether emails of this template contain a link that gives access. True for an unknown template, to be safe. */
export const hasPersonalLink = (name: string): boolean => {
  const template = registered.get(name);
  return template === undefined || template.link !== undefined;
};

/** Reads the sender of emails. Throws UnknownMailError before `registerMails`. */
export function senderFor(ctx: Ctx, locale: Locale): Promise<MailSender> {
  if (!sender) throw new UnknownMailError("registerMails has not been called");
  return sender(ctx, locale);
}

/**
 * Whether an email to the address may greet its reader by name. If nobody confirmed the address, a stranger may have
 * typed both.
 */
export const mayGreetByName = (ctx: Ctx, address: string): Promise<boolean> => isConfirmed(ctx, address);

export class UnknownMailError extends Error {
  override name = "UnknownMailError";
}
