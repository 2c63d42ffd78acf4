import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { ASSETS_PATH } from './assets.ts';

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (char) => ENTITIES[char] ?? char);

export interface Fragment {
  readonly raw: string;
}

/** An HTML template; values are escaped unless they are templates. */
export function html(
  parts: TemplateStringsArray,
  ...values: (Fragment | Fragment[] | string | number)[]
): Fragment {
  let text = parts[0] ?? '';
  for (const [i, value] of values.entries()) {
    const shown = Array.isArray(value)
      ? value.map((item) => item.raw).join('')
      : typeof value === 'object'
        ? value.raw
        : escapeHtml(String(value));
    text += shown + (parts[i + 1] ?? '');
  }
  return { raw: text };
}

/** The source of a policy that allows an inline element with this content. */
const getHash = (text: string | undefined): string =>
  text === undefined ? '' : ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`;

interface Page {
  title: string;
  /** The style sheet of the page, and the class of its body. */
  theme?: 'captcha' | 'challenge' | 'checkout' | 'ledger';
  script?: string;
  /** A style sheet and a script module inside the document, which save the frame a round trip. */
  inline?: { readonly style: string; readonly script: string };
  body: Fragment;
  /** Whether other pages may show it in a frame. */
  framed?: boolean;
  /** `no-store` by default. */
  cacheControl?: string;
}

/** Sends a page; its policy allows only scripts, styles and requests of the sandbox. */
export function sendPage(reply: FastifyReply, page: Page, status = 200): FastifyReply {
  const styles = page.inline ? [] : ['element', ...(page.theme ? [page.theme] : [])];
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${page.title}</title>
<link rel="icon" href="data:,">
${styles.map((name) => html`<link rel="stylesheet" href="${ASSETS_PATH}/${name}.css">`)}
${page.inline ? { raw: `<style>${page.inline.style}</style>` } : ''}
${page.script ? html`<script type="module" src="${ASSETS_PATH}/${page.script}"></script>` : ''}
</head>
<body class="${page.theme ?? ''}">
${page.body}
${page.inline ? { raw: `<script type="module">${page.inline.script}</script>` } : ''}
</body>
</html>`;
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header(
      'content-security-policy',
      `default-src 'none'; script-src 'self'${getHash(page.inline?.script)}; style-src 'self'${getHash(page.inline?.style)}; connect-src 'self'; img-src data:; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors ${page.framed ? '*' : "'none'"}`,
    )
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', page.cacheControl ?? 'no-store')
    .send(document.raw);
}
