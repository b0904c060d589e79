// Draws images/icon.png, so that the icon has a source. Each shape is a signed
// distance in units of the icon's 128 by 128 grid; a pixel's coverage is read
// off the distance at its center.
import { writeFileSync } from 'node:fs';
import { RGBA, png } from './png.mjs';

const SIZE = 256;
const UNIT = SIZE / 128;

const length = (x, y) => Math.hypot(x, y);

function roundedBox(x, y, cx, cy, w, h, r) {
  const dx = Math.abs(x - cx) - w / 2 + r;
  const dy = Math.abs(y - cy) - h / 2 + r;
  return length(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - r;
}

function segment(x, y, [ax, ay], [bx, by], r) {
  const t = Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)));
  return length(x - ax - t * (bx - ax), y - ay - t * (by - ay)) - r;
}

const polyline = (x, y, points, r) => Math.min(...points.slice(1).map((p, i) => segment(x, y, points[i], p, r)));

/** A wave, as editors draw it under an error; the distance is close enough at this slope. */
function squiggle(x, y) {
  const points = Array.from({ length: 41 }, (_, i) => [30 + i * 1.7, 100 + 4.2 * Math.sin((i / 40) * 8 * Math.PI)]);
  return polyline(x, y, points, 2.6);
}

const layers = [
  { color: [27, 35, 51], distance: (x, y) => roundedBox(x, y, 64, 64, 128, 128, 26) },
  // The angle brackets of a tag.
  { color: [236, 240, 247], distance: (x, y) => polyline(x, y, [[40, 28], [18, 53], [40, 78]], 5.5) },
  { color: [236, 240, 247], distance: (x, y) => polyline(x, y, [[88, 28], [110, 53], [88, 78]], 5.5) },
  // A hammer, head and handle: the tool.
  { color: [255, 153, 51], distance: (x, y) => roundedBox(x, y, 64, 38, 36, 17, 4) },
  { color: [255, 190, 120], distance: (x, y) => roundedBox(x, y, 64, 64, 9, 36, 3) },
  { color: [244, 84, 84], distance: squiggle },
];

const rows = [];
for (let py = 0; py < SIZE; py++) {
  const row = Buffer.alloc(1 + SIZE * 4);
  for (let px = 0; px < SIZE; px++) {
    let [r, g, b, a] = [0, 0, 0, 0];
    for (const { color, distance } of layers) {
      const cover = Math.max(0, Math.min(1, 0.5 - distance((px + 0.5) / UNIT, (py + 0.5) / UNIT) * UNIT));
      if (cover > 0) {
        const alpha = cover + a * (1 - cover);
        [r, g, b] = [r, g, b].map((v, i) => (color[i] * cover + v * a * (1 - cover)) / alpha);
        a = alpha;
      }
    }
    row.set([r, g, b, a * 255].map(Math.round), 1 + px * 4);
  }
  rows.push(row);
}

writeFileSync(new URL('../images/icon.png', import.meta.url), png(SIZE, SIZE, RGBA, rows));
