import localFont from 'next/font/local';

// Optional: a font that arrives late is used from the next page on, so that nothing moves. The package of the fonts
// would swap them in.

export const sans = localFont({
  src: '../../node_modules/geist/dist/fonts/geist-sans/Geist-Variable.woff2',
  variable: '--font-geist-sans',
  weight: '100 900',
  display: 'optional',
});

export const mono = localFont({
  src: '../../node_modules/geist/dist/fonts/geist-mono/GeistMono-Variable.woff2',
  variable: '--font-geist-mono',
  weight: '100 900',
  display: 'optional',
  adjustFontFallback: false,
});
