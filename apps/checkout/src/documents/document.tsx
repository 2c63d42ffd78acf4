import type { ComponentChildren } from 'preact';
import { render } from 'preact-render-to-string';
import { type Language, languages } from '../messages/languages.ts';

/** Script and style built from this repository: the only text that is not escaped. */
export interface BrowserAssets {
  /** Absent on a page without a script. */
  readonly script?: string;
  readonly style: string;
}

interface DocumentOptions {
  readonly title: string;
  readonly language: Language;
  readonly nonce: string;
  /** URL of a script that the page's own script will load. */
  readonly preload?: string | null;
  readonly assets: BrowserAssets;
  readonly children: ComponentChildren;
}

const unescaped = (text: string) => ({ __html: text });

/** Renders an HTML document. Everything but the assets is escaped. */
export function renderDocument(options: DocumentOptions): string {
  const { title, language, nonce, preload, assets, children } = options;
  return `<!doctype html>${render(
    <html lang={language} dir={languages[language].direction}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <link rel="icon" href="data:," />
        {preload && <link rel="preload" as="script" href={preload} nonce={nonce} />}
        <style nonce={nonce} dangerouslySetInnerHTML={unescaped(assets.style)} />
      </head>
      <body>
        {children}
        {assets.script && (
          <script nonce={nonce} dangerouslySetInnerHTML={unescaped(assets.script)} />
        )}
      </body>
    </html>,
  )}`;
}
