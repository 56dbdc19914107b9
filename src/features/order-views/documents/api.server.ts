import { z } from "zod";
import { endpoint, fileReply } from "#platform/http/endpoint.server.ts";
import { documentKind, documentReply } from "#features/invoices/document.schema.server.ts";
import { orderDocument as document, orderDocuments as documents } from "./own-documents.server.ts";
import { recordId } from "#platform/http/fields.server.ts";

const id = recordId();
const orderBody = z.object({ order_id: id });
export const orderDocuments = endpoint({
  summary: "Tax invoice and credit notes of an order of the caller, oldest first",
  session: "required",
  body: orderBody,
  reply: z.object({
    documents: z.array(documentReply),
    awaiting_clearance: z
      .array(documentKind)
      .meta({ description: "Kinds of the documents for a company that the tax authority has not cleared yet" }),
  }),
  errors: { 404: "No such order of the caller." },
  handle: documents,
});

export const orderDocument = endpoint({
  summary: "A tax invoice or credit note as PDF, in both languages",
  description: "Without `document_id`, the reply is the order's invoice.",
  session: "required",
  limit: "documentPerAddress",
  body: orderBody.extend({ document_id: id.optional() }),
  file: "application/pdf",
  reply: fileReply,
  errors: { 404: "No such order or document of the caller, or the document is not cleared yet." },
  handle: document,
});
