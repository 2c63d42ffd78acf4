import { type Language, languages } from '@parley/payer-view/messages/languages';
import type { ComponentChildren } from 'preact';
import { render } from 'preact-render-to-string';

/** Script and style built from this repository: the only text that is not escaped. */
export interface BrowserAssets {
  /** Absent on a page without a script. */
  readonly script?: string;
  /** The script that sends the first call. */
  readonly firstCallScript?: string;
  /** A second script, for a page in a frame. */
  readonly frameScript?: string | undefined;
  readonly style: string;
}

/** A POST request of JSON. */
interface FirstCallRequest {
  readonly path: string;
  readonly body: string;
}

interface DocumentOptions {
  readonly title: string;
  readonly language: Language;
  readonly nonce: string;
  /** The call that the head sends before the rest of the document has loaded; none by default. */
  readonly firstCall?: FirstCallRequest | null;
  /** URL of a script that the page's own script will load. */
  readonly preload?: string | null;
  /** The id of an element that is parsed whole before anything is painted, because its parts move each other. */
  readonly expected?: string;
  readonly assets: BrowserAssets;
  readonly children: ComponentChildren;
}

/** The types of Preact do not have it. */
const renderBlocking = { blocking: 'render' };

const unescaped = (text: string) => ({ __html: text });

/** Renders an HTML document. Everything but the assets is escaped. */
export function renderDocument(options: DocumentOptions): string {
  const { title, language, nonce, firstCall, preload, expected, assets, children } = options;
  return `<!doctype html>${render(
    <html lang={language} dir={languages[language].direction}>
      <head>
        <meta charSet="utf-8" />
        {firstCall && assets.firstCallScript && (
          <script
            nonce={nonce}
            data-path={firstCall.path}
            data-body={firstCall.body}
            dangerouslySetInnerHTML={unescaped(assets.firstCallScript)}
          />
        )}
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <link rel="icon" href="data:," />
        {expected && <link rel="expect" href={`#${expected}`} {...renderBlocking} />}
        {preload && <link rel="preload" as="script" href={preload} nonce={nonce} />}
        <style nonce={nonce} dangerouslySetInnerHTML={unescaped(assets.style)} />
      </head>
      <body>
        {children}
        {assets.script && (
          <script nonce={nonce} dangerouslySetInnerHTML={unescaped(assets.script)} />
        )}
        {assets.frameScript && (
          <script nonce={nonce} dangerouslySetInnerHTML={unescaped(assets.frameScript)} />
        )}
      </body>
    </html>,
  )}`;
}
