import { expect, it } from 'vitest';
import { brandColors, getContrast, readableColor } from './brand-colors.ts';

it('the contrast of two colors is that of WCAG', () => {
  expect(getContrast('#000000', '#ffffff')).toBe(21);
  expect(getContrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(getContrast('#0000ff', '#ff0000')).toBeCloseTo(2.15, 2);
});

it('the text on any color has a contrast of at least 4.5, also while the pointer is on it', () => {
  const channels = Array.from({ length: 16 }, (_, i) => (i * 17).toString(16).padStart(2, '0'));
  let lowest = 21;
  for (const red of channels) {
    for (const green of channels) {
      for (const blue of channels) {
        const colors = brandColors(`#${red}${green}${blue}`);
        if (!colors) throw new Error('it is a color');
        const { background, hover, text } = colors;
        lowest = Math.min(lowest, getContrast(background, text), getContrast(hover, text));
      }
    }
  }
  expect(lowest).toBeGreaterThanOrEqual(4.5);
});

it.each(['#ffffff', '#18181b'])(
  'a readable color has a contrast of at least 4.5 to %s, and changes no more than it has to',
  (background) => {
    for (const color of ['#000000', '#18181b', '#0b616d', '#777777', '#ffdd00', '#ffffff']) {
      const readable = readableColor(color, background);
      expect(getContrast(readable, background)).toBeGreaterThanOrEqual(4.5);
      if (getContrast(color, background) >= 4.5) expect(readable).toBe(color);
      else expect(getContrast(readable, background)).toBeLessThan(5);
    }
  },
);

it('a color is returned in lowercase, with black or white text and a visible border', () => {
  expect(brandColors('#FFDD00')).toEqual({
    background: '#ffdd00',
    text: '#000000',
    hover: '#ffe226',
    border: '#a69000',
  });
  expect(brandColors('#0b616d')?.text).toBe('#ffffff');
});

it.each(['', 'red', '#fff', '#12345g', '#0b616d;}', ' #0b616d', '#0b616d\n', 'var(--x)'])(
  'there are no colors for %j',
  (color) => {
    expect(brandColors(color)).toBeNull();
  },
);
