/** The part of subset-font that is used here. The package has no types. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Uint8Array,
    characters: string,
    options: {
      targetFormat: 'woff2';
      variationAxes: Readonly<Record<string, { min: number; max: number; default: number }>>;
    },
  ): Promise<Uint8Array>;
}
