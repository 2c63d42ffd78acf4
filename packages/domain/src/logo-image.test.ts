import { expect, it } from 'vitest';
import { readImage } from './logo-image.ts';

const latin = (text: string) => Array.from(text, (char) => char.charCodeAt(0));
const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? latin(part) : part)));

const png = bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 1, 64, 0, 0, 0, 80]);
const jpeg = bytes(
  [0xff, 0xd8],
  [0xff, 0xe0, 0, 4, 1, 2],
  [0xff, 0xc4, 0, 3, 9],
  [0xff, 0xc2, 0, 17, 8, 0, 80, 1, 64],
);
const webp = (chunk: string, body: number[]) =>
  bytes('RIFF', [0, 0, 0, 0], 'WEBP', chunk, [0, 0, 0, 0], body);

it.each([
  ['a PNG', png, 'image/png'],
  ['a JPEG', jpeg, 'image/jpeg'],
  ['a lossy WebP', webp('VP8 ', [0, 0, 0, 0x9d, 1, 0x2a, 64, 1, 80, 0]), 'image/webp'],
  ['a lossless WebP', webp('VP8L', [0x2f, 0x3f, 0xc1, 0x13, 0]), 'image/webp'],
  ['an extended WebP', webp('VP8X', [0, 0, 0, 0, 0x3f, 1, 0, 79, 0, 0]), 'image/webp'],
])('reads the type and the size of %s', (_, image, contentType) => {
  expect(readImage(image)).toEqual({ contentType, width: 320, height: 80 });
});

it('reads an image that is part of a larger buffer', () => {
  const buffer = new Uint8Array([0, 0, 0, ...png, 0]);
  expect(readImage(buffer.subarray(3))).toMatchObject({ width: 320 });
});

it.each([
  ['nothing', new Uint8Array()],
  ['an SVG', bytes('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  ['a page', bytes('<!doctype html><script>alert(1)</script>')],
  ['a GIF', bytes('GIF89a', [1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0])],
  ['a PNG that begins with another chunk', bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'tEXt')],
  ['a PNG without its size', png.subarray(0, 20)],
  ['a JPEG without a frame', jpeg.subarray(0, 12)],
  ['a JPEG whose scan begins before its frame', bytes([0xff, 0xd8, 0xff, 0xda, 0, 4, 1, 2])],
  ['a text that begins like a JPEG', bytes([0xff, 0xd8], '<svg onload="alert(1)"/>')],
  ['a RIFF file that is not an image', bytes('RIFF', [0, 0, 0, 0], 'WAVE', 'fmt ')],
  ['a WebP without its size', webp('VP8X', [0, 0])],
])('%s is not an image', (_, file) => {
  expect(readImage(file)).toBeNull();
});
