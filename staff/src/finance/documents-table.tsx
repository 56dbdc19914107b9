import { useDeferredValue, useState } from "react";
import { useTranslate } from "ra-core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { IconButton, InputAdornment, MenuItem, TextField } from "@mui/material";
import { Link } from "react-router-dom";
import { staffCall, staffDownload, type StaffApiError } from "../api.ts";
import { DateTime } from "../ui/date-time.tsx";
import { Icon } from "../ui/icon.tsx";
import { Money } from "../ui/money.tsx";
import { Pager } from "../ui/pager.tsx";
import { Empty, Failed, Loading } from "../ui/states.tsx";
import { ScrollRegion } from "../ui/scroll-region.tsx";

interface TaxDocument {
  id: number;
  kind: "invoice" | "credit-note";
  number: string;
  original_number: string | null;
  order_id: number;
  issued_at: string;
  buyer: { name: string; email: string; company: string | null };
  tax: string;
  total: string;
}
type Page = { data: TaxDocument[]; total: number; more: boolean };
const perPage = 25;

/** Tax documents of a month; a search looks through all of them. */
export function DocumentsTable({ month }: { month: string }) {
  const translate = useTranslate();
  const [text, setText] = useState("");
  const [kind, setKind] = useState("");
  const [page, setPage] = useState(1);
  const q = useDeferredValue(text.trim());
  const filter = { ...(q ? { q } : { month }), ...(kind && { kind }) };
  const { data, error, refetch } = useQuery<Page, StaffApiError>({
    queryKey: ["finance", "documents", filter, page],
    queryFn: ({ signal }) =>
      staffCall<Page>(
        "GET documents",
        { page: String(page), perPage: String(perPage), filter: JSON.stringify(filter) },
        signal,
      ),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <div className="toolbar">
        <TextField
          className="grow"
          value={text}
          placeholder={translate("finance.documents.search")}
          onChange={(event) => {
            setText(event.target.value);
            setPage(1);
          }}
          slotProps={{
            htmlInput: { "aria-label": translate("finance.documents.search"), maxLength: 100 },
            input: {
              startAdornment: (
                <InputAdornment position="start">
                  <Icon name="search" size={16} />
                </InputAdornment>
              ),
            },
          }}
        />
        <TextField
          select
          value={kind}
          onChange={(event) => {
            setKind(event.target.value);
            setPage(1);
          }}
          slotProps={{
            select: { displayEmpty: true, inputProps: { "aria-label": translate("finance.documents.kind") } },
          }}
        >
          {["", "invoice", "credit-note"].map((one) => (
            <MenuItem key={one} value={one}>
              {translate(`finance.documents.kinds.${one || "all"}`)}
            </MenuItem>
          ))}
        </TextField>
      </div>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data?.data.length === 0 && <Empty icon="search-x" title={translate("finance.documents.none")} />}
      {data && data.data.length > 0 && (
        <>
          <Rows documents={data.data} />
          <Pager page={page} perPage={perPage} total={data.total} more={data.more} onPage={setPage} />
        </>
      )}
    </>
  );
}

function Rows({ documents }: { documents: TaxDocument[] }) {
  const translate = useTranslate();
  const columns = ["number", "buyer", "issued", "tax", "total"] as const;
  return (
    <ScrollRegion label={translate("finance.tabs.documents")}>
      <table className="table">
        <caption className="visually-hidden">{translate("finance.tabs.documents")}</caption>
        <thead>
          <tr>
            {columns.map((name) => (
              <th scope="col" key={name} className={name === "tax" || name === "total" ? "amount" : undefined}>
                {translate(`finance.columns.${name}`)}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">{translate("finance.columns.pdf")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {documents.map((document) => (
            <tr key={document.id}>
              <td>
                <bdi className="ltr strong">{document.number}</bdi>
                <span className="second-line">
                  {document.original_number ? (
                    <>
                      {translate("finance.documents.credits")} <bdi className="ltr">{document.original_number}</bdi>
                    </>
                  ) : (
                    <Link className="link" to={`/orders/${document.order_id}/show`}>
                      <bdi>#{document.order_id}</bdi>
                    </Link>
                  )}
                </span>
              </td>
              <td>
                <bdi>{document.buyer.name}</bdi>
                <span className="second-line">
                  <bdi>{document.buyer.company ?? document.buyer.email}</bdi>
                </span>
              </td>
              <td>
                <DateTime value={document.issued_at} />
              </td>
              <td className="amount">
                <Money riyals={signed(document, document.tax)} />
              </td>
              <td className="amount strong">
                <Money riyals={signed(document, document.total)} />
              </td>
              <td className="amount">
                <PdfButton document={document} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

const signed = ({ kind }: TaxDocument, riyals: string) => (kind === "invoice" ? riyals : `-${riyals}`);

function PdfButton({ document: { id, number } }: { document: TaxDocument }) {
  const translate = useTranslate();
  const [isLoading, setIsLoading] = useState(false);
  const download = () => {
    setIsLoading(true);
    return staffDownload(`GET documents/${id}/pdf`).finally(() => setIsLoading(false));
  };
  return (
    <IconButton
      loading={isLoading}
      aria-label={translate("finance.documents.pdf", { number })}
      onClick={() => void download()}
    >
      <Icon name="file-down" />
    </IconButton>
  );
}
