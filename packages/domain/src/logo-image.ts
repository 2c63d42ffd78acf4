export const MAX_LOGO_BYTES = 256 * 1024;
/** Pixels in either direction. A small file can describe an image that fills the memory of a phone. */
export const MAX_LOGO_PIXELS = 2_048;

export type LogoType = 'image/png' | 'image/jpeg' | 'image/webp';

interface Image {
  readonly contentType: LogoType;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/**
 * What an image is by its bytes, whatever its name or declared type says; null unless it is a PNG, JPEG or
 * WebP image. An SVG image is none: it can contain scripts and load other files.
 */
export function readImage(bytes: Uint8Array): Image | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return readPng(view) ?? readJpeg(view) ?? readWebp(view);
  } catch (error) {
    // The file ends before its size.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const textAt = (view: DataView, at: number, length: number): string =>
  String.fromCharCode(...Array.from({ length }, (_, i) => view.getUint8(at + i)));

/** Source: w3.org/TR/png-3, 5.2 and 11.2.1. */
function readPng(view: DataView): Image | null {
  if (textAt(view, 0, 8) !== '\x89PNG\r\n\x1a\n' || textAt(view, 12, 4) !== 'IHDR') return null;
  return { contentType: 'image/png', width: view.getUint32(16), height: view.getUint32(20) };
}

/** Reads segments up to the one that begins a frame. Source: ITU T.81, B.1 and B.2.2. */
function readJpeg(view: DataView): Image | null {
  if (view.getUint16(0) !== 0xffd8) return null;
  for (let at = 2; ; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint8(at + 1);
    if (view.getUint8(at) !== 0xff || marker === 0xda) return null;
    // 0xc4, 0xc8 and 0xcc are tables and an extension.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (!isFrame) continue;
    const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)];
    return { contentType: 'image/jpeg', width, height };
  }
}

/** Source: RFC 9649, 2.5 to 2.7. */
function readWebp(view: DataView): Image | null {
  if (textAt(view, 0, 4) !== 'RIFF' || textAt(view, 8, 4) !== 'WEBP') return null;
  const image = (width: number, height: number): Image => ({
    contentType: 'image/webp',
    width,
    height,
  });
  const chunk = textAt(view, 12, 4);
  if (chunk === 'VP8X') {
    const uint24 = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
    return image(uint24(24) + 1, uint24(27) + 1);
  }
  if (chunk === 'VP8L' && view.getUint8(20) === 0x2f) {
    const bits = view.getUint32(21, true);
    return image((bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1);
  }
  if (chunk === 'VP8 ' && textAt(view, 23, 3) === '\x9d\x01\x2a') {
    return image(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
  }
  return null;
}
