/** Red, green and blue, 0 to 255. */
type Rgb = readonly [number, number, number];

const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [255, 255, 255];

/** The colors of a button, each as #rrggbb. */
export interface BrandColors {
  readonly background: string;
  /** Black or white, with a contrast of at least 4.5 to both backgrounds. */
  readonly text: string;
  readonly hover: string;
  /** Distinguishes a button of the color of the page from the page. */
  readonly border: string;
}

/**
 * The colors of a button in an accent color.
 * @returns null unless `color` is #rrggbb. The colors contain no other text of the input.
 */
export function brandColors(color: string): BrandColors | null {
  const rgb = parse(color);
  if (rgb === null) return null;
  const [text, away] = getLuminance(rgb) > EQUAL_CONTRAST ? [BLACK, WHITE] : [WHITE, BLACK];
  return {
    background: format(rgb),
    text: format(text),
    // Away from the color of the text, so that the contrast increases.
    hover: format(mix(rgb, away, 0.15)),
    border: format(mix(rgb, text, 0.35)),
  };
}

/** The contrast of text to its background that WCAG AA requires. */
const TEXT_CONTRAST = 4.5;

/**
 * A color for text and outlines on a background: as close to `color` as a contrast of 4.5 permits.
 * @param color such as #0b616d; another text is returned unchanged
 */
export function readableColor(color: string, background: string): string {
  const [rgb, behind] = [parse(color), parse(background)];
  if (rgb === null || behind === null) return color;
  const away = getLuminance(behind) > EQUAL_CONTRAST ? BLACK : WHITE;
  for (let share = 0; share < 1; share += 0.02) {
    const mixed = format(mix(rgb, away, share));
    if (getContrast(mixed, background) >= TEXT_CONTRAST) return mixed;
  }
  return format(away);
}

/** The contrast of two colors, 1 to 21, as WCAG 2 defines it; 1 for what is not a color. */
export function getContrast(one: string, other: string): number {
  const [a, b] = [parse(one), parse(other)];
  if (a === null || b === null) return 1;
  const [dark = 0, light = 0] = [getLuminance(a), getLuminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

/** The luminance with equal contrasts to black and white, 4.58. */
const EQUAL_CONTRAST = Math.sqrt(1.05 * 0.05) - 0.05;

function parse(color: string): Rgb | null {
  if (!/^#[0-9a-f]{6}$/i.test(color)) return null;
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

const format = (rgb: Rgb): string =>
  `#${rgb.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const channel = (i: 0 | 1 | 2) => Math.round(from[i] + (to[i] - from[i]) * share);
  return [channel(0), channel(1), channel(2)];
}

/** Relative luminance, 0 to 1. Source: w3.org/TR/WCAG22/#dfn-relative-luminance. */
function getLuminance(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
