--> statement-breakpoint
-- One spelling on both sides of the search: a request's and what staff type.
CREATE FUNCTION "enquiry_search_text"("input" text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  select search_normalize(regexp_replace(lower("input"), '[\u064b-\u0652\u0640]', '', 'g'))
$$;--> statement-breakpoint
-- A trigger and no code, so that what an older version of the site takes while it is being replaced comes into the inbox, too.
CREATE FUNCTION "enquiry_of_request"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if tg_table_name = 'demo_request' then
    insert into enquiry (demo_request_id, state, created_at, search_text)
    values (new.id, case when new.spam then 'spam' else 'new' end, new.created_at,
      enquiry_search_text(concat_ws(' ', new.name, new.email, new.workplace, new.program)));
  else
    insert into enquiry (contact_request_id, state, created_at, search_text)
    values (new.id, case when new.spam then 'spam' else 'new' end, new.created_at,
      enquiry_search_text(concat_ws(' ', new.name, new.email, new.workplace, new.title, new.message)));
  end if;
  return null;
end
$$;--> statement-breakpoint
CREATE TRIGGER "demo_request_to_inbox" AFTER INSERT ON "demo_request" FOR EACH ROW EXECUTE FUNCTION enquiry_of_request();--> statement-breakpoint
CREATE TRIGGER "contact_request_to_inbox" AFTER INSERT ON "contact_request" FOR EACH ROW EXECUTE FUNCTION enquiry_of_request();--> statement-breakpoint
-- Until now requests were answered from the company's mailbox: those of the last 30 days may still wait.
INSERT INTO "enquiry" ("demo_request_id", "contact_request_id", "state", "created_at", "search_text")
SELECT demo_id, contact_id, case when spam then 'spam' when created_at < now() - interval '30 days' then 'answered' else 'new' end, created_at, enquiry_search_text(words)
FROM (
  SELECT id AS demo_id, null::integer AS contact_id, spam, created_at, concat_ws(' ', name, email, workplace, program) AS words FROM "demo_request"
  UNION ALL
  SELECT null, id, spam, created_at, concat_ws(' ', name, email, workplace, title, message) FROM "contact_request"
) request
ORDER BY created_at;
