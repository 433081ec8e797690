import { randomFillSync } from "node:crypto";

let lastTime = 0;
let counter = 0;

/**
 * Returns a UUID of version 7, strictly greater than the previous one in this process. The
 * millisecond is followed by a counter of 12 + 14 bits that starts at a random value in its lower
 * half and grows (RFC 9562, 6.2, method 1).
 */
export function newId(): string {
  const random = takeRandom();
  const time = Date.now();
  if (time > lastTime) {
    lastTime = time;
    counter = random.readUInt32BE(0) & 0x1ffffff;
  } else {
    counter += 1 + (random.readUInt8(0) & 0x0f);
    if (counter > 0x3ffffff) {
      lastTime += 1;
      counter = random.readUInt32BE(0) & 0x1ffffff;
    }
  }
  const stamp = lastTime.toString(16).padStart(12, "0");
  const high = (0x7000 | (counter >>> 14)).toString(16);
  const low = (0x8000 | (counter & 0x3fff)).toString(16);
  return `${stamp.slice(0, 8)}-${stamp.slice(8)}-${high}-${low}-${random.toString("hex", 4, 10)}`;
}

const size = 10;
const pool = Buffer.alloc(size * 400);
let taken = pool.length;

/**
 * Returns ten random bytes, valid until the next call. Asking the system for many at once is much
 * cheaper.
 */
function takeRandom(): Buffer {
  if (taken === pool.length) {
    randomFillSync(pool);
    taken = 0;
  }
  taken += size;
  return pool.subarray(taken - size, taken);
}
