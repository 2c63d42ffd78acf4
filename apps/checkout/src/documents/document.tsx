import type { ComponentChildren } from 'preact';
import { render } from 'preact-render-to-string';

/** Script and style built from this repository: the only text that is not escaped. */
export interface BrowserAssets {
  readonly script: string;
  readonly style: string;
}

interface DocumentOptions {
  readonly title: string;
  readonly lang: string;
  readonly nonce: string;
  readonly assets: BrowserAssets;
  /** False by default. */
  readonly hasScript?: boolean;
  readonly children: ComponentChildren;
}

const unescaped = (text: string) => ({ __html: text });

/** Renders an HTML document. Everything but the assets is escaped. */
export function renderDocument(options: DocumentOptions): string {
  const { title, lang, nonce, assets, hasScript, children } = options;
  return `<!doctype html>${render(
    <html lang={lang}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <link rel="icon" href="data:," />
        <style nonce={nonce} dangerouslySetInnerHTML={unescaped(assets.style)} />
      </head>
      <body>
        {children}
        {hasScript && <script nonce={nonce} dangerouslySetInnerHTML={unescaped(assets.script)} />}
      </body>
    </html>,
  )}`;
}
