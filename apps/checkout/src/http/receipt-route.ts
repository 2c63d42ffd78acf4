import { negotiateLocale } from '@parley/payer-view/locale';
import { renderReceipt } from '../documents/receipt.tsx';
import { receiptStyle } from '../generated/browser.ts';
import { linkQuery } from '../view/link-query.ts';
import { createNonce, htmlResponse, redirectResponse } from './html-response.ts';
import { chosenLanguage } from './language-cookie.ts';
import { logoUrl } from './logo-route.ts';
import { errorPageResponse, openLink } from './payer-request.ts';
import { type RequestInfo, sessionLogField } from './with-request-log.ts';

/** GET and HEAD of the receipt of a payment link. Leads to the payer page while there is none. */
export async function handleReceipt(request: Request, info: RequestInfo): Promise<Response> {
  info.addLogFields(sessionLogField(info.params.session_id));
  try {
    const { caller, input } = openLink(request, info);
    const chosen = chosenLanguage(request);
    const receipt = await caller.getReceipt(input);
    if (receipt === null) {
      return redirectResponse(`/${input.id}${linkQuery(input.pk, chosen)}`);
    }
    const nonce = createNonce();
    const { logo_hash } = receipt.branding;
    const html = renderReceipt({
      receipt,
      ...negotiateLocale(request.headers.get('accept-language'), chosen),
      pk: input.pk,
      logoUrl: logo_hash && logoUrl(logo_hash, input.pk),
      nonce,
      style: receiptStyle,
    });
    return htmlResponse(html, { status: 200, nonce, scriptUrl: null });
  } catch (error) {
    return errorPageResponse(request, info, error);
  }
}
