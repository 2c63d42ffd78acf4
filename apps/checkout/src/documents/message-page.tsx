import { messagesFor } from '../messages.ts';
import { type BrowserAssets, renderDocument } from './document.tsx';

interface MessagePageOptions {
  readonly kind: 'notFound' | 'unavailable' | 'root';
  readonly locale: string;
  readonly nonce: string;
  readonly assets: BrowserAssets;
  readonly requestId: string;
  /** Query string of the request, for the link that tries again. */
  readonly query?: string;
}

/** Renders a page with a heading and a sentence that shows no payment. */
export function renderMessagePage(options: MessagePageOptions): string {
  const { kind, locale, nonce, assets, requestId, query = '' } = options;
  const { lang, messages } = messagesFor(locale);
  const { heading, text } = messages[kind];
  return renderDocument({
    title: heading,
    lang,
    nonce,
    assets,
    children: (
      <main class="page message">
        <h1>{heading}</h1>
        <p>{text}</p>
        {kind === 'unavailable' && (
          <a class="main" href={`?${query}`}>
            {messages.tryAgain}
          </a>
        )}
        {kind !== 'root' && <p class="reference">{messages.reference(requestId)}</p>}
      </main>
    ),
  });
}
