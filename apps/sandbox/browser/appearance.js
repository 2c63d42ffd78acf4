// Maps the merchant page's `appearance` to custom properties of the frame.

const VARIABLES = {
  colorPrimary: '--primary',
  colorBackground: '--background',
  colorText: '--text',
  colorTextSecondary: '--muted',
  colorTextPlaceholder: '--placeholder',
  colorDanger: '--danger',
  colorBorder: '--border',
  fontFamily: '--font',
  fontSizeBase: '--size',
  borderRadius: '--radius',
  spacingUnit: '--unit',
};

export function applyAppearance(appearance = {}) {
  const root = document.documentElement;
  const { theme = 'stripe', variables = {} } = appearance;
  root.dataset.theme = theme === 'night' ? 'night' : 'stripe';
  for (const [name, property] of Object.entries(VARIABLES)) {
    const value = variables[name];
    // A value must not load a URL or end the declaration.
    const usable = typeof value === 'string' && value.length < 200 && !/url\(|[;{}]/i.test(value);
    if (usable) root.style.setProperty(property, value);
    else root.style.removeProperty(property);
  }
}
