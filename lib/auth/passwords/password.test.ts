import { expect, it } from "vitest";
import { passwordFaults } from "./password";

const own = ["Mia Lindqvist", "mia.lind@acme.example", "https://status.acme.example"];

it.each([
  ["short", "8 to 128 characters"],
  ["password1", "most common"],
  ["mia.lind@acme.example", "name or e-mail"],
  ["Lindqvist2026", "too easy"],
  ["acme2026", "too easy"],
  ["Tocsin2026!", "too easy"],
  ["qwertyuiop123456", "too easy"],
  ["p4ssw0rdp4ssw0rd", "too easy"],
  ["summer-2026", "too easy"],
  ["x".repeat(128), "too easy"],
  ["abcd1234".repeat(10), "too easy"],
])("a new password %j is refused: %s", async (password, part) => {
  const [fault] = await passwordFaults("newPassword", password, own);
  expect(fault).toMatchObject({ field: "newPassword", pointer: "/newPassword" });
  expect(fault?.message).toContain(part);
});

it.each(["four unrelated words here", "fünf völlig fremde Wörter", "X7-quarz-Lampe", "gT6#vLq9wZ"])(
  "a new password %j will do",
  async (password) => {
    expect(await passwordFaults("password", password, own)).toEqual([]);
  },
);

it("the longest password is judged within a second, whatever its characters", async () => {
  await passwordFaults("password", "loaded before", own);
  for (const piece of ["aA1!", "@$s3!1l|0o5$7t+", "a1b2c3d4", "0123456789"]) {
    const password = piece.repeat(40).slice(0, 128);
    const { user: before } = process.cpuUsage();
    await passwordFaults("password", password, own);
    // The whole password would take several times as long. Measured at 10 to 40 ms.
    expect((process.cpuUsage().user - before) / 1000).toBeLessThan(1_000);
  }
});
