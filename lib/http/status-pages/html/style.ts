/** The style of all status pages. It loads nothing. */
export const style = `
:root{color-scheme:light dark;--ground:#f7f6f3;--card:#fff;--ink:#1b1f24;--quiet:#5a626c;--line:#dfdcd5;--link:#1d4fa3;--good:#14704a;--warn:#8a5200;--bad:#b3261e;--wash:#e5f3ec}
@media(prefers-color-scheme:dark){:root{--ground:#121518;--card:#1a1e23;--ink:#e8eaed;--quiet:#a3abb5;--line:#30363d;--link:#8ab4f8;--good:#6bd6a4;--warn:#f2b763;--bad:#ff9189;--wash:#17302a}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
main,header,footer{max-width:54rem;margin:0 auto;padding:0 1.25rem}
header{padding-top:2.5rem;display:flex;gap:1rem;align-items:center}
header img{max-height:3.5rem;max-width:11rem}
h1{font-size:1.375rem;line-height:1.25;margin:0}h2{font-size:1.125rem;margin:2.5rem 0 .75rem}h3{font-size:1rem;margin:0}h4,.line h3{font-size:1rem;font-weight:500;margin:0}
p{margin:.25rem 0}a{color:var(--link)}
.quiet{color:var(--quiet);font-size:.875rem}
.state{margin:1.5rem 0 0;padding:1.25rem 1.5rem;border-inline-start:.375rem solid var(--tone);background:var(--card);border-radius:.25rem}
.state p:first-child{font-size:1.5rem;line-height:1.25;font-weight:600;margin:0;color:var(--tone)}
.operational{--tone:var(--good)}.degraded{--tone:var(--warn)}.down{--tone:var(--bad)}
.group,.monitors,.incident,.announcement,form{background:var(--card);border:1px solid var(--line);border-radius:.25rem;margin:0 0 1rem;padding:1rem 1.5rem}
.group .monitors{border:0;margin:0;padding:0}
ul,ol{padding:0;margin:0;list-style:none}.text ul,.text ol{padding-inline-start:1.25rem;margin:.5rem 0;list-style:revert}
.text blockquote{margin:.5rem 0;padding-inline-start:.75rem;border-inline-start:1px solid var(--line)}.text :is(ul,ol,blockquote) :is(ul,ol,blockquote) :is(ul,ol,blockquote) :is(ul,ol,blockquote) :is(ul,ol,blockquote){padding-inline-start:0;border:0;list-style-position:inside}
summary{cursor:pointer}.group>summary{display:flex;gap:1rem;align-items:baseline}.group>summary::before{content:"▸";color:var(--quiet)}.group[open]>summary::before{content:"▾"}.group>summary::-webkit-details-marker{display:none}
.monitor{padding:1rem 0;border-top:1px solid var(--line)}.monitors>.monitor:first-child{border-top:0}.group .monitors>.monitor:first-child{border-top:1px solid var(--line);margin-top:1rem}.monitor:last-child{padding-bottom:0}
.line{display:flex;gap:1rem;align-items:baseline;justify-content:space-between}
.facts{margin-inline-start:auto;max-width:60%;display:flex;gap:1rem;font-size:.875rem;text-align:end;font-variant-numeric:tabular-nums}
.percent{color:var(--quiet);white-space:nowrap}.status{color:var(--tone);font-weight:600;min-width:0;overflow-wrap:break-word;display:flex;gap:.25rem;text-align:start}.status span{min-width:0}.status i{font-style:normal}
.bars{overflow:hidden;margin-top:.5rem}.bars svg{display:block;width:100%;height:2.125rem;forced-color-adjust:none;print-color-adjust:exact;-webkit-print-color-adjust:exact}
rect{width:4px;height:28px;y:6px}rect.t{height:34px;y:0}
.scale{display:flex;justify-content:space-between;margin:.25rem 0 0}.narrow{display:none}
.downtime{font-size:.875rem;color:var(--quiet);margin-top:.25rem}.downtime li{padding:.125rem 0}
.incident{border-inline-start:.375rem solid var(--tone)}.minor{--tone:var(--warn)}.major{--tone:var(--warn)}.critical{--tone:var(--bad)}
.day .incident{border-inline-start-color:var(--line)}.announcement{background:var(--wash)}
.affected{display:flex;flex-wrap:wrap;gap:.375rem;margin:.5rem 0}.affected li{border:1px solid var(--line);border-radius:1rem;padding:0 .625rem;font-size:.8125rem}
.updates{border-inline-start:1px solid var(--line);margin-top:1rem;padding-inline-start:1rem}.updates li{padding:.25rem 0;display:grid;grid-template-columns:10rem minmax(0,1fr);align-items:baseline}.updates li>*,.updates .text p:first-child{margin:0}.incident details{margin-top:.5rem}
.text p{margin:.5rem 0}.text pre{overflow:auto}.text :is(h3,h4,h5,h6){font-size:1rem;font-weight:600;margin:.75rem 0 .25rem}
.scroll{overflow-x:auto;margin:.5rem 0}table{border-collapse:collapse}th,td{border:1px solid var(--line);padding:.25rem .625rem;vertical-align:top;overflow-wrap:normal}th:not([align]){text-align:start}
.date{margin:1.5rem 0 .5rem}p.day{margin:1rem 0}
.alone{padding-top:4rem}.alone form{margin-top:1.5rem}
footer{padding-top:2rem;padding-bottom:3rem;color:var(--quiet);font-size:.875rem}footer a{margin-inline-end:1rem}footer form{background:none;border:0;padding:0;margin:1rem 0 0;justify-content:start}
form{display:grid;gap:.75rem;max-width:24rem}label{display:grid;gap:.25rem;font-size:.875rem}
input,button{font:inherit;padding:.5rem .75rem;border:1px solid var(--quiet);border-radius:.25rem;background:var(--ground);color:var(--ink)}button{background:var(--ink);color:var(--ground);border-color:var(--ink);cursor:pointer}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}.error{color:var(--bad)}
@media(max-width:40rem){.updates li{display:block}.bars svg{width:300%;margin-left:-200%}.wide{display:none}.narrow{display:inline}.line,.group>summary{flex-wrap:wrap}.group>summary h3{flex:1;min-width:70%}.facts{max-width:100%}.group,.monitors,.incident,.announcement{padding:1rem}header{padding-top:1.5rem}}
@media print{:root{color-scheme:light;--ground:#fff;--card:#fff;--ink:#000;--quiet:#333;--line:#bbb;--link:#000;--good:#14704a;--warn:#8a5200;--bad:#b3261e;--wash:#fff}body{font-size:11pt}.group,.incident,.monitor{break-inside:avoid}footer a{display:none}}
`.trim();
