-- Excerpts ran a heading or a list item into the next block: " · " stands between blocks that end without a mark of their own.
-- What is marked inside a sentence (strong, a link) no longer comes with a space before the full stop.
CREATE OR REPLACE FUNCTION "search_plain"("html" text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  select left(rtrim(trim(regexp_replace(replace(replace(replace(replace(replace(
    regexp_replace(regexp_replace(regexp_replace("html",
      '</?(strong|em|b|i|a|span|bdi|u|s|sub|sup|code|abbr|mark)(\s[^>]*)?>', '', 'g'),
      '([^[:space:].,:;!?؟،؛…·>])\s*</(h[1-6]|p|li|dt|dd|td|th|div|blockquote|figcaption)>', '\1 · ', 'g'),
      '<[^>]*>', ' ', 'g'),
    '&nbsp;', ' '), '&quot;', '"'), '&lt;', '<'), '&gt;', '>'), '&amp;', '&'), '\s+', ' ', 'g')), ' ·'), 60000)
$$;--> statement-breakpoint
SELECT search_take(kind, array_agg(key)) FROM search_source GROUP BY kind;
