import type { Locale } from "#i18n/locale.ts";
import type { Ctx } from "#platform/context.server.ts";
import type { MailContent } from "./blocks.ts";

export interface MailAttachment {
  filename: string;
  contentType: string;
  /** Called when the mail is sent. */
  content(): Promise<Uint8Array>;
}

interface ContentInput<Props> {
  props: Props;
  locale: Locale;
  /** Empty without the template's `link`. */
  link: string;
  files: readonly string[];
}

/** `content` is all that the mail says: HTML and plain text are both made of it. */
export interface MailTemplate<Props extends object> {
  subject(props: Props, locale: Locale): string;
  /**
   * What a list of mails shows behind the subject: the next thing to know or do, in 90 characters or so. Nothing the
   * mail does not say, and no link. The plain text has no such line.
   */
  preview(props: Props, locale: Locale): string;
  content(input: ContentInput<Props>): MailContent;
  /**
   * An absolute URL that grants access to its bearer. Made at each render, from props that open nothing, and not stored
   * where a mail server exists: a copy of the database holds no such address.
   */
  link?(ctx: Ctx, props: Props, locale: Locale): string;
  /** Reads what the queued props only name, at each render; it has to come out the same each time. */
  load?(ctx: Ctx, props: Props): Promise<Props>;
  /** Made anew for each attempt, so they must come out the same each time. */
  attachments?(ctx: Ctx, props: Props, locale: Locale): Promise<MailAttachment[]>;
  sample: Record<Locale, Props>;
}

/** Filled in where the mails are listed (src/mails.ts), which platform cannot know. */
export interface MailTemplates {}

/** The sender, as the footer of every mail names it. */
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

/** Checks the props against subject, preview, content and sample. */
export function mailTemplate<Props extends object>(template: MailTemplate<Props>): MailTemplate<Props> {
  return template;
}

const registered = new Map<string, MailTemplate<object>>();
let sender: SenderOf | undefined;
let isConfirmed: IsConfirmed = async () => true;

/**
 * Called once, at start: platform knows neither features nor settings. `confirmed`: whether someone has confirmed that
 * the address is theirs.
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

/** Throws UnknownMailError. */
export function templateNamed(name: string): MailTemplate<object> {
  const template = registered.get(name);
  if (!template) throw new UnknownMailError(`No mail template is called "${name}"`);
  return template;
}

/** Whether a kind of mail carries a link that opens something for its reader; so may one that is not known here. */
export const hasPersonalLink = (name: string): boolean => {
  const template = registered.get(name);
  return template === undefined || template.link !== undefined;
};

/** Throws UnknownMailError before registerMails. */
export function senderFor(ctx: Ctx, locale: Locale): Promise<MailSender> {
  if (!sender) throw new UnknownMailError("registerMails has not been called");
  return sender(ctx, locale);
}

/** Whether a mail to the address may greet its reader by name: else a stranger has typed both. */
export const mayGreetByName = (ctx: Ctx, address: string): Promise<boolean> => isConfirmed(ctx, address);

export class UnknownMailError extends Error {
  override name = "UnknownMailError";
}
