/** How the brochure looks: A4, tokens of the site in print. */
export const brochureStyle = `
@page { size: A4; margin: 0; }
* { box-sizing: border-box; margin: 0; padding: 0; }
html { font: 400 10.4pt/1.55 "IBM Plex Sans", "IBM Plex Sans Arabic", sans-serif; color: #0b211e; print-color-adjust: exact; font-synthesis: none; }
:lang(ar) { line-height: 1.75; font-family: "IBM Plex Sans", "IBM Plex Sans Arabic", sans-serif; }
section { position: relative; inline-size: 210mm; block-size: 296.9mm; padding: 20mm 18mm 22mm; overflow: hidden; break-after: page; background: #fbfcfa; display: flex; flex-direction: column; }
section:last-of-type { break-after: auto; }
h1, h2, h3 { font-family: "Readex Pro", sans-serif; text-wrap: balance; }
h1 { font-size: 33pt; line-height: 1.12; font-weight: 300; letter-spacing: -.022em; }
h2 { font-size: 22pt; line-height: 1.2; font-weight: 350; letter-spacing: -.014em; }
h3 { font-size: 12pt; font-weight: 500; line-height: 1.4; }
:lang(ar) :is(h1, h2, h3) { letter-spacing: 0; line-height: 1.42; font-weight: 400; }
:lang(ar) h1 { font-size: 31pt; font-weight: 350; }
ul { list-style: none; }
.lead { margin-block-start: 3.5mm; max-inline-size: 125mm; font-size: 12.5pt; color: #3b4f4b; text-wrap: pretty; }
.stone { background: #f6f2e9; }
.ground { position: absolute; inset: 0; }
.ground img { display: block; inline-size: 100%; block-size: 100%; }
.logo { position: relative; display: flex; align-items: center; gap: 3mm; font: 400 13pt/1 "Readex Pro"; }
.logo svg { inline-size: 11mm; block-size: 11mm; }
footer { position: absolute; inset-inline: 18mm; inset-block-end: 10mm; display: flex; justify-content: space-between; font-size: 8.6pt; color: #5a6d68; border-block-start: .2mm solid #dde5e1; padding-block-start: 2.5mm; }
.stone footer { border-color: #ddd2ba; }

.cover { color: #f4efe3; background: #051514; padding: 18mm; }
.cover > * { position: relative; }
.cover .ground { position: absolute; }
.kind { margin-block: 34mm 5mm; display: flex; align-items: center; gap: 2.5mm; color: #f2be5c; font-weight: 500; font-size: 11.5pt; }
.kind svg { inline-size: 3.4mm; block-size: 3.4mm; }
.cover h1 { max-inline-size: 140mm; }
.cover .lead { color: #b4d9cf; max-inline-size: 118mm; margin-block-start: 6mm; }
.board { margin-block-start: auto; margin-inline-start: auto; inline-size: 132mm; background: #fff; color: #0b211e; border-radius: 5mm; overflow: hidden; font-size: 9.4pt; }
.board h2 { font: 600 11pt/1.4 "IBM Plex Sans", "IBM Plex Sans Arabic"; letter-spacing: 0; }
.board header { display: flex; justify-content: space-between; align-items: center; padding: 4mm 5mm; border-block-end: .2mm solid #dde5e1; color: #5a6d68; }
.board header h2 { color: #0b211e; }
.bedlist { display: grid; grid-template-columns: repeat(4, 1fr); gap: 2.4mm; padding: 4.5mm 5mm; }
.bedlist li { border: .2mm solid #dde5e1; border-radius: 2.4mm; padding: 2mm 2.8mm; line-height: 1.35; font-size: 8.2pt; color: #5a6d68; }
.bedlist b { display: block; font: 400 12pt/1.25 "Readex Pro"; color: #0b211e; }
.bedlist .free { background: #e3f4e8; border-color: #e3f4e8; color: #1b6b3a; }
.bedlist .leaving { background: #fcf0d8; border-color: #fcf0d8; color: #855000; }
.bedlist .cleaning { background: #f0ebfb; border-color: #f0ebfb; color: #6a50ae; }
.tasks li { display: flex; align-items: center; gap: 2mm; padding: 2.6mm 5mm; border-block-start: .2mm solid #dde5e1; }
.tasks b { font-weight: 600; }
.tasks i { font-style: normal; margin-inline-start: auto; font-size: 8.2pt; font-weight: 500; padding: .5mm 2.4mm; border-radius: 9mm; background: #e4f3ee; color: #0c6155; }
.tasks li:nth-child(2) i { background: #fceae8; color: #b3261e; }
.tasks li:nth-child(3) i { background: #e6f0f9; color: #1f5c93; }

.modules { margin-block-start: 9mm; display: grid; grid-template-columns: 1fr 1fr; border-block-start: .2mm solid #dde5e1; flex: 1; max-block-size: 196mm; }
.modules > li { border-block-end: .2mm solid #dde5e1; padding: 5.2mm 0; padding-inline-end: 7mm; break-inside: avoid; display: grid; grid-template-columns: 10mm 1fr; column-gap: 4mm; align-content: start; }
.modules > li:nth-child(even) { padding-inline: 7mm 0; border-inline-start: .2mm solid #dde5e1; }
.modules svg { inline-size: 8.4mm; block-size: 8.4mm; color: #0c6155; grid-row: span 3; }
.modules p { color: #3b4f4b; margin-block-start: 1mm; }
.points { margin-block-start: 2.6mm; display: grid; gap: 1.6mm; font-size: 9.4pt; color: #3b4f4b; }
.points li { position: relative; padding-inline-start: 4.4mm; }
.points li svg { position: absolute; inset-inline-start: 0; inset-block-start: .42em; inline-size: 2.3mm; block-size: 2.3mm; }
:lang(ar) .points li svg { inset-block-start: .58em; }

.story { margin-block-start: 7mm; }
.story li { display: grid; grid-template-columns: 24mm 30mm 1fr; align-items: baseline; padding: 3.1mm 0; border-block-start: .2mm solid #ddd2ba; }
.story time { font: 350 14pt/1.2 "Readex Pro"; color: #0c6155; }
.story b { font-weight: 600; }
.strip { position: relative; margin: 8mm -18mm; block-size: 46mm; overflow: hidden; }
.strip img { inline-size: 210mm; block-size: 46mm; display: block; }
.four { margin-block-start: 5mm; display: grid; grid-template-columns: 1fr 1fr; gap: 4.4mm 10mm; }
.three { margin-block-start: 5mm; display: grid; grid-template-columns: repeat(3, 1fr); gap: 6mm; }
.three li { background: #fff; border-radius: 3.4mm; padding: 4mm 4.6mm; }
:is(.four, .three) p { font-size: 9.6pt; color: #3b4f4b; margin-block-start: .8mm; }
h2.next { font-size: 17pt; margin-block-start: 8mm; }
.strip + h2 { margin-block-start: 0; }

table { margin-block-start: 7mm; inline-size: 100%; border-collapse: collapse; font-size: 10pt; }
th { text-align: start; font-weight: 500; font-size: 9pt; color: #5a6d68; padding-block: 0 2.4mm; }
td { vertical-align: top; padding: 3mm 0; padding-inline-end: 6mm; border-block-start: .2mm solid #dde5e1; }
td:first-child { white-space: nowrap; font-weight: 600; color: #0c6155; inline-size: 38mm; }
td:last-child { inline-size: 52mm; color: #3b4f4b; padding-inline-end: 0; }
.note { margin-block-start: 3mm; font-size: 9.2pt; color: #5a6d68; }
.ask { position: relative; margin-block: 9mm 8mm; border-radius: 5mm; overflow: hidden; background: #2a1f4a; color: #f4efe3; padding: 10mm; min-block-size: 62mm; display: flex; flex-direction: column; justify-content: center; }
.ask > * { position: relative; max-inline-size: 74mm; }
.ask .ground { position: absolute; max-inline-size: none; }
.ask p { color: #e0d8f3; margin-block-start: 3mm; }
dl { display: grid; grid-template-columns: repeat(3, auto); gap: 6mm; justify-content: space-between; font-size: 10pt; }
.last { margin-block: auto 4mm; }
dt { font-size: 8.8pt; color: #5a6d68; }
dd { font-weight: 500; max-inline-size: 74mm; }
`;
