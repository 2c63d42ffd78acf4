// Turns the host page's `appearance` into the frame's own custom properties; nothing else gets in.

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
    // No address may come in with a value.
    const usable = typeof value === 'string' && value.length < 200 && !/url\(|[;{}]/i.test(value);
    if (usable) root.style.setProperty(property, value);
    else root.style.removeProperty(property);
  }
}
