import { brandColors, isCornerRadius, readableColor } from '@parley/domain';
import type { Branding } from '@parley/operations';
import type { Messages } from '@parley/payer-view/messages/en';
import { safeLink } from '../view/safe-link.ts';

/** What is behind the provider's frame: `--raised` in packages/ui/src/tokens.css. */
const FRAME_BACKGROUND = { light: '#ffffff', dark: '#18181b' };

/**
 * A style sheet with the merchant's accent color and corner radius; empty without either. It has no text of
 * the merchant.
 */
export function brandStyle({ accent_color, corner_radius }: Branding): string {
  const colors = accent_color === null ? null : brandColors(accent_color);
  const properties = [
    ...(colors
      ? [
          `--brand:${colors.background}`,
          `--on-brand:${colors.text}`,
          `--brand-strong:${colors.hover}`,
          `--brand-edge:${colors.border}`,
        ]
      : []),
    ...(isCornerRadius(corner_radius) ? [`--radius:${corner_radius}px`] : []),
  ];
  const style = properties.length > 0 ? `:root{${properties.join(';')}}` : '';
  return colors ? `${style}${textStyle(colors.background)}` : style;
}

/** The accent color for text and outlines in the provider's frame, which the script passes on. */
function textStyle(color: string): string {
  const { light, dark } = FRAME_BACKGROUND;
  const rule = (background: string) => `:root{--brand-text:${readableColor(color, background)}}`;
  return `${rule(light)}@media(prefers-color-scheme:dark){${rule(dark)}}`;
}

/** The merchant's text after the payment, in the direction of its own language. */
export function SuccessText({ branding }: Pick<FooterProps, 'branding'>) {
  if (branding.success_text === null) return null;
  return (
    <p class="success-text" dir="auto">
      {branding.success_text}
    </p>
  );
}

interface FooterProps {
  readonly branding: Branding;
  readonly merchant: string;
  readonly messages: Messages;
}

/** How to reach the merchant, and its terms. Renders nothing if there is nothing. */
export function MerchantFooter({ branding, merchant, messages }: FooterProps) {
  const { support, terms_url, privacy_url } = branding;
  const hasContact = Object.values(support).some((value) => value !== null);
  const hasTerms = terms_url !== null || privacy_url !== null;
  if (!hasContact && !hasTerms) return null;
  return (
    <footer class="footer">
      {hasContact && (
        <p>
          <span>{messages.contact(merchant)}</span>
          {support.email && (
            <a dir="ltr" href={`mailto:${encodeURIComponent(support.email).replace('%40', '@')}`}>
              {support.email}
            </a>
          )}
          {support.phone && (
            <a dir="ltr" href={`tel:${support.phone.replaceAll(/[^+\d]/g, '')}`}>
              {support.phone}
            </a>
          )}
          <PageLink url={support.url}>{messages.helpPage}</PageLink>
        </p>
      )}
      {hasTerms && (
        <p>
          <PageLink url={terms_url}>{messages.termsLink}</PageLink>
          <PageLink url={privacy_url}>{messages.privacyLink}</PageLink>
        </p>
      )}
    </footer>
  );
}

/** A link that leaves the payer page open. Renders nothing without a URL of the web. */
function PageLink({ url, children }: { readonly url: string | null; readonly children: string }) {
  const href = safeLink(url);
  if (href === null) return null;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
