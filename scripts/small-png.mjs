import { crc32, deflateSync, inflateSync } from "node:zlib";

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * Returns the same picture in at most 256 colors: a third of the bytes for pages of text. Accepts a
 * PNG of 8 bits a channel without interlacing, as browsers make them; transparency becomes opaque.
 */
export function smallPng(png) {
  const { width, height, channels, pixels } = decode(png);
  const colors = colorsOf(pixels, channels);
  const kept = paletteOf(colors);
  const places = new Map(colors.map((color) => [color, nearest(kept, color).at]));
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const color = colorAt(pixels, (y * width + x) * channels);
      rows[y * (width + 1) + 1 + x] = places.get(color);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const palette = Buffer.from(
    kept.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]),
  );
  const data = deflateSync(rows, { level: 9, memLevel: 9 });
  const parts = [chunk("IHDR", header), chunk("PLTE", palette), chunk("IDAT", data)];
  return Buffer.concat([signature, ...parts, chunk("IEND", Buffer.alloc(0))]);
}

/** Returns all colors of a picture, the most frequent first. */
function colorsOf(pixels, channels) {
  const counts = new Map();
  for (let at = 0; at < pixels.length; at += channels) {
    const color = colorAt(pixels, at);
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  return [...counts].sort((one, other) => other[1] - one[1]).map(([color]) => color);
}

/**
 * Picks the most frequent colors, and each that resembles none of them: a small dot keeps its color
 * beside much grey.
 */
function paletteOf(colors) {
  const kept = [];
  for (const color of colors) {
    if (kept.length === 256) break;
    if (kept.length < 32 || nearest(kept, color).apart > alike) kept.push(color);
  }
  return kept;
}

const alike = 150;

function colorAt(pixels, at) {
  return (pixels[at] << 16) | (pixels[at + 1] << 8) | pixels[at + 2];
}

function nearest(kept, color) {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < kept.length; at += 1) {
    const red = (kept[at] >> 16) - (color >> 16);
    const green = ((kept[at] >> 8) & 255) - ((color >> 8) & 255);
    const blue = (kept[at] & 255) - (color & 255);
    const apart = red * red + green * green + blue * blue;
    if (apart >= least) continue;
    least = apart;
    best = at;
  }
  return { at: best, apart: least };
}

function decode(png) {
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const channels = { 2: 3, 6: 4 }[png[25]];
  if (png[24] !== 8 || channels === undefined || png[28] !== 0) {
    throw new Error("Only PNGs of 8 bits a channel in true color without interlacing are read.");
  }
  const parts = [];
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12) {
    const length = png.readUInt32BE(at);
    if (png.toString("latin1", at + 4, at + 8) === "IDAT") {
      parts.push(png.subarray(at + 8, at + 8 + length));
    }
  }
  const size = { width, height, channels };
  return { ...size, pixels: unfiltered(inflateSync(Buffer.concat(parts)), size) };
}

/** Reverses the filter of each row of a PNG (PNG, section 9). */
function unfiltered(raw, { width, height, channels }) {
  const stride = width * channels;
  // A row of zeros precedes the first row, and a pixel of zeros each row.
  let above = Buffer.alloc(channels + stride);
  const rows = [];
  for (let y = 0; y < height; y += 1) {
    const row = Buffer.alloc(channels + stride);
    const guess = expected[raw[y * (stride + 1)]];
    for (let x = 0; x < stride; x += 1) {
      const at = channels + x;
      const byte = raw[y * (stride + 1) + 1 + x];
      row[at] = byte + guess(row[x], above[at], above[x]);
    }
    rows.push(row.subarray(channels));
    above = row;
  }
  return Buffer.concat(rows);
}

const expected = [
  () => 0,
  (left) => left,
  (_, up) => up,
  (left, up) => (left + up) >> 1,
  (left, up, corner) => {
    const guess = left + up - corner;
    const [byLeft, byUp, byCorner] = [left, up, corner].map((one) => Math.abs(guess - one));
    if (byLeft <= byUp && byLeft <= byCorner) return left;
    return byUp <= byCorner ? up : corner;
  },
];

function chunk(type, data) {
  const typed = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(typed.length + 8);
  framed.writeUInt32BE(data.length, 0);
  typed.copy(framed, 4);
  framed.writeUInt32BE(crc32(typed), typed.length + 4);
  return framed;
}
