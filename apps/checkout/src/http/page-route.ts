import { negotiateLocale } from '@parley/payer-view/locale';
import { captchaWidget } from '../app-context.ts';
import { renderPayerPage, renderPreparation } from '../documents/payer-page.tsx';
import { frameScript, scripts, style } from '../generated/browser.ts';
import { getStage, isPayable, isPending } from '../view/stage.ts';
import { streamDocument } from './document-stream.ts';
import { createNonce, htmlResponse } from './html-response.ts';
import { chosenLanguage, languageCookie } from './language-cookie.ts';
import { logoUrl } from './logo-route.ts';
import { errorPageResponse, logFailure, openLink, validOrigins } from './payer-request.ts';
import { isNavigation, isPrefetch, mayBeFramed } from './request-checks.ts';
import { type RequestInfo, sessionLogField } from './with-request-log.ts';

/** GET and HEAD of a payment link: the payer page, or a page that says why it is not available. */
export async function handlePage(request: Request, info: RequestInfo): Promise<Response> {
  info.addLogFields(sessionLogField(info.params.session_id));
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
  const isPreview = request.method === 'HEAD' || isPrefetch(request.headers);
  const opened = await (isPreview
    ? caller.getPage(input)
    : caller.openPage({ ...input, locale: localization.locale }));
  const { provider_script_url: scriptUrl, branding, ...stored } = opened;

  const returned = query.has('payment_intent') || query.has('redirect_status');
  const stage = getStage(stored);
  const isUnsettled = returned || isPending(stage) || stage === 'action_required';
  // If nothing is due, opening the page is all that the payer has to do.
  const completes =
    stage === 'nothing_due' && !isPreview && stored.presentation_state !== 'succeeded';
  const readCurrent = async () => {
    if (completes) return (await caller.preparePayment(input)).page;
    return isUnsettled ? caller.syncPayment(input) : stored;
  };
  const page = await readCurrent().catch(() => stored);

  const nonce = createNonce();
  const captcha = captchaWidget(input.pk);
  const preparing = !isPreview && isNavigation(request.headers) && isPayable(getStage(page));
  const frameAncestors = validOrigins(branding.embedding_origins);
  const isFramed = frameAncestors.length > 0 && mayBeFramed(request.headers);
  const html = renderPayerPage({
    page,
    ...localization,
    renderedAt: Date.now(),
    returned,
    preparing,
    scriptUrl,
    captcha,
    branding,
    pk: input.pk,
    logoUrl: branding.logo_hash && logoUrl(branding.logo_hash, input.pk),
    nonce,
    assets: {
      script: scripts[localization.language],
      frameScript: isFramed ? frameScript : undefined,
      style,
    },
    framedBy: isFramed ? frameAncestors : null,
  });
  // The page is sent at once. Preparing the payment takes calls to the provider.
  const body = preparing
    ? streamDocument(html, caller.preparePayment(input).then(renderPreparation, reportFailure))
    : html;
  const cookie = languageCookie(request, input.id);
  const captchaUrl = captcha?.scriptUrl;
  return htmlResponse(body, { status: 200, nonce, scriptUrl, captchaUrl, frameAncestors, cookie });

  /** The script offers to try again, as after a failed call of its own. */
  function reportFailure(error: unknown): string {
    logFailure(info.requestId, error);
    return renderPreparation(null);
  }
}
