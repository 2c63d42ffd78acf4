import type { Language } from '@parley/payer-view/messages/languages';
import { messagesFor } from '@parley/payer-view/messages/messages-for';
import { renderDocument } from './document.tsx';
import { LanguageSwitch } from './language-switch.tsx';

interface MessagePageOptions {
  readonly kind: 'notFound' | 'unavailable' | 'root';
  readonly language: Language;
  readonly nonce: string;
  readonly style: string;
  readonly requestId: string;
  /** Query string of the request, for the link that tries again. */
  readonly query: URLSearchParams;
  /** The publishable key of the link; empty without one. */
  readonly pk: string;
}

/** Renders a page with a heading and a sentence that shows no payment. */
export function renderMessagePage(options: MessagePageOptions): string {
  const { kind, language, nonce, style, requestId, query, pk } = options;
  const messages = messagesFor(language);
  const { heading, text } = messages[kind];
  return renderDocument({
    title: heading,
    language,
    nonce,
    assets: { style },
    children: (
      <main class="page message">
        <LanguageSwitch language={language} label={messages.language} pk={pk} />
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
