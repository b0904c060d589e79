/**
 * Finds so many colors for images, as RGBA bytes: the most frequent ones, exactly as they are. A
 * palette of means would tint the white of a window. indexes returns the nearest color of each pixel.
 */
export function palettize(images, most) {
  const counts = new Map();
  for (const image of images) {
    for (let at = 0; at < image.length; at += 4) {
      const color = colorAt(image, at);
      counts.set(color, (counts.get(color) ?? 0) + 1);
    }
  }
  const frequent = [...counts].sort(([, a], [, b]) => b - a).slice(0, most).map(([color]) => color);
  const palette = frequent.map((color) => [color >> 16, (color >> 8) & 255, color & 255]);
  const known = new Map(frequent.map((color, i) => [color, i]));
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

function nearest(palette, color) {
  const distances = palette.map(([r, g, b]) => (r - (color >> 16)) ** 2 + (g - ((color >> 8) & 255)) ** 2 + (b - (color & 255)) ** 2);
  return distances.indexOf(Math.min(...distances));
}
