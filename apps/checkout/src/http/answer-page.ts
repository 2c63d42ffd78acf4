import { createPayerCaller, formatErrorResponse } from '@parley/router/payer';
import { appContext, consumeLinkLimit } from '../app-context.ts';
import { renderPayerPage } from '../documents/payer-page.tsx';
import * as assets from '../generated/browser.ts';
import { localeOf } from '../view/locale.ts';
import { isPending, stageOf } from '../view/stage.ts';
import { htmlResponse } from './html-response.ts';
import { type Call, sessionFact } from './logged.ts';
import { messageResponse, newNonce } from './message-response.ts';

/** Seconds a payer's browser is asked to wait where nobody knows better. */
const RETRY_AFTER = 2;

/** The payer page, as the database and, where it matters, the provider say it is now. */
export async function answerPage(request: Request, call: Call): Promise<Response> {
  call.note(sessionFact(call.params.session_id));
  try {
    return await payerPage(request, call);
  } catch (error) {
    return failurePage(request, call, error);
  }
}

async function payerPage(request: Request, { requestId, params }: Call): Promise<Response> {
  const { deps } = appContext();
  const query = new URL(request.url).searchParams;
  const input = { id: String(params.session_id), pk: query.get('pk') ?? '' };
  const caller = createPayerCaller({ deps, requestId, consumeRateLimit: consumeLinkLimit });
  const looking = isLooking(request);
  const opened = await (looking ? caller.getPage(input) : caller.openPage(input));
  const { provider_script_url: scriptUrl, ...known } = opened;

  const returned = query.has('payment_intent') || query.has('redirect_status');
  const stage = stageOf(known);
  const unsettled = returned || isPending(stage) || stage === 'action_required';
  // With nothing to pay there is nothing to wait for: seeing the page is all the payer does.
  const concluded = stage === 'nothing_due' && !looking && known.presentation_state !== 'succeeded';
  const newest = async () => {
    if (concluded) return (await caller.preparePayment(input)).page;
    return unsettled ? caller.syncPayment(input) : known;
  };
  const page = await newest().catch(() => known);

  const nonce = newNonce();
  const html = renderPayerPage({
    page,
    locale: localeOf(request.headers.get('accept-language')),
    renderedAt: Date.now(),
    returned,
    scriptUrl,
    nonce,
    assets,
  });
  return htmlResponse(html, { status: 200, nonce, scriptUrl });
}

/** A link checker or a browser that fetches ahead is not a payer who has seen the page. */
function isLooking(request: Request): boolean {
  const purpose = request.headers.get('sec-purpose') ?? request.headers.get('purpose') ?? '';
  return request.method === 'HEAD' || purpose.includes('prefetch');
}

function failurePage(request: Request, { requestId }: Call, error: unknown): Response {
  const { status, code, retryAfterSeconds } = formatErrorResponse(error);
  if (status < 500 && status !== 429) {
    // A wrong key and an unknown id look the same: nobody learns which links exist.
    return messageResponse(request, { kind: 'notFound', status: 404, requestId });
  }
  const { logger } = appContext();
  logger.error({ request_id: requestId, code, err: code === 'internal_error' ? error : undefined });
  const retryAfter = retryAfterSeconds ?? RETRY_AFTER;
  return messageResponse(request, { kind: 'away', status: 503, requestId, retryAfter });
}
