import { PNG } from 'pngjs';
import { PALETTE, png } from '../../scripts/png.mjs';
import { palettize } from './colors.mjs';

/** Returns a screenshot with 256 colors, in a third of the bytes. */
export function picture(screenshot) {
  const { width, height, data } = PNG.sync.read(screenshot);
  const { palette, indexes } = palettize([data], 256);
  const pixels = indexes(data);
  const rows = Array.from({ length: height }, (_, y) => Buffer.concat([Buffer.alloc(1), pixels.subarray(y * width, (y + 1) * width)]));
  return png(width, height, PALETTE, rows, palette.flat());
}
