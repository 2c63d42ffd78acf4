import { negotiateLocale } from '@parley/payer-view/locale';
import { captchaWidget } from '../app-context.ts';
import { renderPayerPage } from '../documents/payer-page.tsx';
import { firstCallScript, frameScript, scripts, style } from '../generated/browser.ts';
import { cleanReturnQuery, isReturn } from '../view/link-query.ts';
import { createNonce, htmlResponse, redirectResponse } from './html-response.ts';
import { chosenLanguage, languageCookie } from './language-cookie.ts';
import { logoUrl } from './logo-route.ts';
import { errorPageResponse, openLink, validOrigins } from './payer-request.ts';
import { mayBeFramed } from './request-checks.ts';
import { type RequestInfo, sessionLogField } from './with-request-log.ts';

/**
 * GET and HEAD of a payment link: the payer page, or a page that says why it is not available. They change
 * nothing: a robot may send them. The page's script opens the page. What the provider has added to the address
 * of a payer who returns is removed first, so that it reaches neither the history of the browser nor a page.
 */
export async function handlePage(request: Request, info: RequestInfo): Promise<Response> {
  info.addLogFields(sessionLogField(info.params.session_id));
  const clean = cleanReturnQuery(new URL(request.url).searchParams);
  if (clean !== null) return redirectResponse(clean);
  try {
    return await payerPageResponse(request, info);
  } catch (error) {
    return await errorPageResponse(request, info, error);
  }
}

async function payerPageResponse(request: Request, info: RequestInfo): Promise<Response> {
  const { query, caller, input } = openLink(request, info);
  const localization = negotiateLocale(
    request.headers.get('accept-language'),
    chosenLanguage(request),
  );
  const { provider_script_url: scriptUrl, branding, ...page } = await caller.getPage(input);
  const nonce = createNonce();
  const captcha = captchaWidget(input.pk);
  const frameAncestors = validOrigins(branding.embedding_origins);
  const isFramed = frameAncestors.length > 0 && mayBeFramed(request.headers);
  const html = renderPayerPage({
    page,
    ...localization,
    renderedAt: Date.now(),
    returned: isReturn(query),
    scriptUrl,
    captcha,
    branding,
    pk: input.pk,
    logoUrl: branding.logo_hash && logoUrl(branding.logo_hash, input.pk),
    nonce,
    assets: {
      firstCallScript,
      script: scripts[localization.language],
      frameScript: isFramed ? frameScript : undefined,
      style,
    },
    framedBy: isFramed ? frameAncestors : null,
  });
  const cookie = languageCookie(request, input.id);
  const captchaUrl = captcha?.scriptUrl;
  return htmlResponse(html, { status: 200, nonce, scriptUrl, captchaUrl, frameAncestors, cookie });
}
