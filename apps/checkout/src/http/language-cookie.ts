import { findLanguage } from '@parley/payer-view/locale';
import type { Language } from '@parley/payer-view/messages/languages';

const NAME = 'lang';

/**
 * The language that the payer has chosen on this link: the query parameter `lang`, or else the cookie.
 * The provider and banks redirect to a URL from before the choice; changing it would change an object
 * that is created under an idempotency key.
 */
export function chosenLanguage(request: Request): Language | null {
  const stored = /(?:^|;\s*)lang=([\w-]+)/.exec(request.headers.get('cookie') ?? '')?.[1];
  return languageOfUrl(request) ?? findLanguage(stored ?? '') ?? null;
}

/** The Set-Cookie header for a language in the URL, for this link until the browser is closed. */
export function languageCookie(request: Request, sessionId: string): string | undefined {
  const chosen = languageOfUrl(request);
  if (!chosen) return undefined;
  const secure = process.env.CHECKOUT_URL?.startsWith('https:') ? '; Secure' : '';
  return `${NAME}=${chosen}; Path=/${sessionId}; HttpOnly; SameSite=Lax${secure}`;
}

const languageOfUrl = (request: Request) =>
  findLanguage(new URL(request.url).searchParams.get('lang') ?? '');
