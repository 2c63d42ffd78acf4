import { wordsFor } from '../words.ts';
import { type BrowserAssets, renderDocument } from './document.tsx';

interface Message {
  readonly kind: 'notFound' | 'away' | 'root';
  readonly locale: string;
  readonly nonce: string;
  readonly assets: BrowserAssets;
  readonly requestId: string;
  /** Query of the address that could not be shown, to ask for it again. */
  readonly query?: string;
}

/** A page of two sentences: nothing is known here about any payment. */
export function renderMessagePage(message: Message): string {
  const { kind, locale, nonce, assets, requestId, query = '' } = message;
  const { lang, words } = wordsFor(locale);
  const { heading, text } = words[kind];
  return renderDocument({
    title: heading,
    lang,
    nonce,
    assets,
    children: (
      <main class="page message">
        <h1>{heading}</h1>
        <p>{text}</p>
        {kind === 'away' && (
          <a class="main" href={`?${query}`}>
            {words.tryAgain}
          </a>
        )}
        {kind !== 'root' && <p class="reference">{words.reference(requestId)}</p>}
      </main>
    ),
  });
}
