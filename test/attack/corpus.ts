/** Texts that are harmless to read and harmful to run. */

/** A short attack that ends an attribute and a tag. */
export const scriptLine = `"'><img src=x onerror=hacked()>`;

/** Breaks out of any context: an attribute, a title, a text area, a script, a comment, a template. */
export const scriptText = `"'></title></textarea></script><!--<script>hacked()</script>--><img src=x onerror="hacked()"><svg onload=hacked()></svg><iframe srcdoc="<script>parent.hacked()</script>"></iframe><a href="javascript:hacked()" onclick=hacked()>link</a><meta http-equiv=refresh content="0;url=https://evil.example/"><base href="https://evil.example/"><style>@import "https://evil.example/x.css"</style>\${hacked()}{{constructor.constructor('hacked()')()}}\u2028</Script >`;

/** Gets past filters that only know the usual spelling. For fields that keep some markup. */
export const scriptMarkup = `<h2>Heading</h2><p>Text <strong>stays</strong></p>${scriptText}<p style="background:url(//evil.example/x)" onmouseover=hacked()>a</p><a href="java\tscript:hacked()">b</a><a href="&#106;avascript:hacked()">c</a><a href="//evil.example/">d</a><math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=hacked()&gt;">`;

/** Texts that would inject SQL into a careless statement. */
export const sqlTexts = [
  `' or '1'='1`,
  `'; drop table "order"; --`,
  `' union select null,null,version() --`,
  `'||pg_sleep(5)||'`,
  `%' or name_eng like '%`,
  `") or ("1"="1`,
  `') and 1=cast((select token from session limit 1) as int) --`,
  `a' & !b | (c <-> d):*`,
];

/** Targets that would make a careless redirect leave the site. */
export const redirects = [
  "//evil.example",
  "///evil.example/",
  "/\\evil.example",
  "\\\\evil.example",
  "https://evil.example/",
  "https:evil.example",
  "http://127.0.0.1@evil.example/",
  "//127.0.0.1@evil.example",
  "javascript:hacked()",
  "JaVaScRiPt:hacked()",
  "java\tscript:hacked()",
  "data:text/html,<script>hacked()</script>",
  "/\t/evil.example",
  "/\n/evil.example",
  "\u0000//evil.example",
  "/%2f%2fevil.example",
  "/%5cevil.example",
  "/%09/evil.example",
  "/%0d%0aLocation:https://evil.example",
  "/.//evil.example",
  "/x/..//evil.example",
  "/x/%2e%2e//evil.example",
  "/\u2028/evil.example",
  "/api/logout",
  "%2f%2fevil.example",
  "/;@evil.example",
  "//evil%E3%80%82example",
  "//[::1]/",
];
