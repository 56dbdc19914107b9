ALTER TABLE "certificate" ADD COLUMN "told_eng" text;--> statement-breakpoint
ALTER TABLE "certificate" ADD COLUMN "told_ar" text;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "certificate_stays"() RETURNS trigger LANGUAGE plpgsql AS $$
declare
  "moves" constant text[] := array['holder', 'state', 'ended_at', 'end_reason', 'ended_by', 'ended_by_name', 'told_eng', 'told_ar', 'kept_after_refund_at'];
begin
  if tg_op <> 'UPDATE' then
    raise exception 'a certificate is revoked, never deleted' using errcode = 'restrict_violation';
  elsif to_jsonb(new) - "moves" <> to_jsonb(old) - "moves" then
    raise exception 'what certificate % says never changes', old.number using errcode = 'restrict_violation';
  elsif new.holder is distinct from old.holder and new.holder is not null then
    raise exception 'the holder of certificate % is only ever taken off', old.number using errcode = 'restrict_violation';
  elsif old.state <> 'valid' and (new.state, new.ended_at) is distinct from (old.state, old.ended_at) then
    raise exception 'certificate % is % for good', old.number, old.state using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
