import gifenc from 'gifenc';
import { PNG } from 'pngjs';

const { GIFEncoder, applyPalette, quantize } = gifenc;

/** The colors of a GIF; one of 256 is for what is as in the frame before. */
const COLORS = 255;

/**
 * Makes a GIF of frames: screenshots of one size as PNG, each with how long it is shown, in
 * milliseconds. All have one palette, and of each only what has changed is drawn.
 */
export function animation(frames) {
  const images = frames.map(({ png }) => PNG.sync.read(png));
  const [{ width, height }] = images;
  const palette = quantize(Buffer.concat(images.map(({ data }) => data)), COLORS);
  const gif = GIFEncoder();
  let last;
  for (const [i, { data }] of images.entries()) {
    const drawn = applyPalette(data, palette);
    const changed = last === undefined ? drawn : drawn.map((color, at) => (color === last[at] ? COLORS : color));
    gif.writeFrame(changed, width, height, {
      palette: last === undefined ? [...palette, ...Array(COLORS + 1 - palette.length).fill([0, 0, 0])] : undefined,
      delay: frames[i].delay, transparent: last !== undefined, transparentIndex: COLORS, dispose: 1,
    });
    last = drawn;
  }
  gif.finish();
  return gif.bytes();
}
