import type { ComponentChildren } from 'preact';
import { render } from 'preact-render-to-string';

/** What was built ahead: our own text, the only one that is not escaped. */
export interface BrowserAssets {
  readonly script: string;
  readonly style: string;
}

interface DocumentProps {
  readonly title: string;
  readonly lang: string;
  readonly nonce: string;
  readonly style: string;
  readonly script?: string;
  /** A script of the provider's, fetched early and run later. */
  readonly preload?: string | null;
  readonly children: ComponentChildren;
}

const own = (text: string) => ({ __html: text });

/** A whole document as text; whatever is put into it is escaped. */
export function renderDocument(props: DocumentProps): string {
  const { title, lang, nonce, style, script, preload, children } = props;
  return `<!doctype html>${render(
    <html lang={lang}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <link rel="icon" href="data:," />
        <style nonce={nonce} dangerouslySetInnerHTML={own(style)} />
        {preload && <link rel="preload" as="script" href={preload} nonce={nonce} />}
      </head>
      <body>
        {children}
        {script && <script nonce={nonce} dangerouslySetInnerHTML={own(script)} />}
      </body>
    </html>,
  )}`;
}
