/** The frame in the page's own colours: what the tokens are now, light or dark. */
export function appearance(): Readonly<Record<string, unknown>> {
  const tokens = getComputedStyle(document.documentElement);
  const token = (name: string) => tokens.getPropertyValue(`--${name}`).trim();
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  return {
    theme: dark ? 'night' : 'stripe',
    variables: {
      colorPrimary: token('accent'),
      colorBackground: token('raised'),
      colorText: token('text'),
      colorTextSecondary: token('text-muted'),
      colorTextPlaceholder: token('text-muted'),
      colorDanger: token('tone-critical'),
      fontFamily: 'Geist, system-ui, sans-serif',
      fontSizeBase: '16px',
      borderRadius: token('radius'),
      spacingUnit: '4px',
    },
  };
}
