import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { tones } from './status.ts';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const [light = '', dark = ''] = css.split('@media (prefers-color-scheme: dark)');

function colors(block: string): Record<string, string> {
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[\da-f]{6});/g)].map(([, name, value]) => [name, value]),
  );
}

/** Relative luminance. Source: WCAG 2.2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string | undefined, other: string | undefined): number {
  const [low = 0, high = 0] = [one ?? '', other ?? ''].map(luminance).sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const chosenDark = readFileSync(new URL('./dark-theme.css', import.meta.url), 'utf8');

it('gives the chosen dark theme the properties of the dark theme of the system', () => {
  const properties = (block: string) => block.match(/--[\w-]+: [^;]+;/g) ?? [];
  const [systemDark = ''] = dark.split('@media');
  expect(properties(chosenDark).length).toBeGreaterThan(15);
  expect(properties(chosenDark)).toEqual(properties(systemDark));
});

const backgrounds = ['ground', 'raised', 'sunken'];
const textColors = ['text', 'text-muted', 'accent', ...tones.map((tone) => `tone-${tone}`)];

describe.each([
  ['light', colors(light)],
  ['dark', colors(dark)],
])('the %s theme', (_theme, token) => {
  it.each(textColors.flatMap((color) => backgrounds.map((background) => [color, background])))(
    'has a contrast of 4.5:1 for %s on %s',
    (color, background) => {
      expect(contrast(token[color ?? ''], token[background ?? ''])).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each(tones)('has a contrast of 4.5:1 for %s on its soft background', (tone) => {
    const soft = token[`tone-${tone}-soft`];
    expect(contrast(token[`tone-${tone}`], soft)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(token.text, soft)).toBeGreaterThanOrEqual(4.5);
  });

  it('has sufficient contrast for buttons, borders and focus', () => {
    expect(contrast(token['on-accent'], token.accent)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(token['on-accent'], token['accent-strong'])).toBeGreaterThanOrEqual(4.5);
    for (const ground of backgrounds) {
      expect(contrast(token.edge, token[ground])).toBeGreaterThanOrEqual(3);
      expect(contrast(token.focus, token[ground])).toBeGreaterThanOrEqual(3);
    }
  });
});
