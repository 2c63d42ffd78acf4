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
  readonly assets: BrowserAssets;
  /** Left out where a page needs no script. */
  readonly scripted?: boolean;
  readonly children: ComponentChildren;
}

const own = (text: string) => ({ __html: text });

/** A whole document as text; whatever is put into it is escaped. */
export function renderDocument(props: DocumentProps): string {
  const { title, lang, nonce, assets, scripted, children } = props;
  return `<!doctype html>${render(
    <html lang={lang}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <link rel="icon" href="data:," />
        <style nonce={nonce} dangerouslySetInnerHTML={own(assets.style)} />
      </head>
      <body>
        {children}
        {scripted && <script nonce={nonce} dangerouslySetInnerHTML={own(assets.script)} />}
      </body>
    </html>,
  )}`;
}
