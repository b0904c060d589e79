/** How far apart colors are that are not shades of each other: the square of the distance of their bytes. */
const APART = 40 ** 2;

/**
 * Finds so many colors for images, as RGBA bytes: first those that are apart, as the red of a squiggle is
 * rare, then the most frequent ones, exactly as they are. A palette of means would tint the white of a
 * window. indexes returns the nearest color of each pixel.
 */
export function palettize(images, most) {
  const counts = new Map();
  for (const image of images) {
    for (let at = 0; at < image.length; at += 4) {
      const color = colorAt(image, at);
      counts.set(color, (counts.get(color) ?? 0) + 1);
    }
  }
  const frequent = [...counts].sort(([, a], [, b]) => b - a).map(([color]) => color);
  const apart = [];
  for (const color of frequent) {
    if (apart.length < most / 2 && apart.every((other) => distance(bytesOf(other), color) >= APART)) {
      apart.push(color);
    }
  }
  const chosen = [...new Set([...apart, ...frequent])].slice(0, most);
  const palette = chosen.map(bytesOf);
  const known = new Map(chosen.map((color, i) => [color, i]));
  const indexOf = (color) => {
    let index = known.get(color);
    if (index === undefined) {
      index = nearest(palette, color);
      known.set(color, index);
    }
    return index;
  };
  return { palette, indexes: (image) => Uint8Array.from({ length: image.length / 4 }, (_, i) => indexOf(colorAt(image, 4 * i))) };
}

const colorAt = (image, at) => (image[at] << 16) | (image[at + 1] << 8) | image[at + 2];

const bytesOf = (color) => [color >> 16, (color >> 8) & 255, color & 255];

const distance = ([r, g, b], color) => (r - (color >> 16)) ** 2 + (g - ((color >> 8) & 255)) ** 2 + (b - (color & 255)) ** 2;

function nearest(palette, color) {
  const distances = palette.map((bytes) => distance(bytes, color));
  return distances.indexOf(Math.min(...distances));
}
