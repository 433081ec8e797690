import { it } from "vitest";
import { testEngine } from "@/tests/engine";
it("b", async () => {
  const e = await testEngine();
  for (const n of [1, 1, 10, 100, 1000, 2000, 40000]) {
    const monitors = Array.from({length: n}, (_, i) => `0f0f0f0f-0000-4000-8000-${(i+n*100000).toString(16).padStart(12,"0")}`);
    for (const status of n === 40000 ? [null] : [await e.idOf("monitor-status","Offline")]) {
    const t = performance.now();
    let what = "ok";
    let inc: any;
    try { inc = await e.create("incident", {title:"x", declaredAt: e.clock.iso(), currentIncidentStateId: await e.idOf("incident-state","Identified"), incidentSeverityId: await e.idOf("incident-severity","Major Incident"), changeMonitorStatusToId: status, monitors}); } catch (x) { what = String((x as Error).message).slice(0,300); }
    const t2 = performance.now();
    try { await e.update("incident", inc?._id, {currentIncidentStateId: await e.idOf("incident-state","Resolved")}); } catch (x) { what += " | " + String((x as Error).message).slice(0,300); }
    process.stdout.write(`BENCH ${n} ${status} create ${Math.round(t2-t)} resolve ${Math.round(performance.now()-t2)} ${what}\n`);
    }
  }
}, 120000);
