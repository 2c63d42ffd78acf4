import { type Order, product } from './orders.ts';

/** How a page shows the payer page: as a page of its own, in the page, or in a dialog above it. */
export type CheckoutMode = 'redirect' | 'inline' | 'overlay';

/** A version of the script on the origin of the payer page. Its file never changes, so its hash can be checked. */
const EMBED_PATH = '/embed/1.0.1/embed.js';
const EMBED_INTEGRITY = 'sha384-kjkJVsTFX2CaE0Olz68DP8QX7t1qOs4Q7ph6uSLF9uBLSybut1Y7wtKBa98veMtT';

/** The Content-Security-Policy of every page: what embedding the payer page requires, and little else. */
export function contentSecurityPolicy(payerPageOrigin: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${payerPageOrigin}`,
    `frame-src ${payerPageOrigin}`,
    // The form redirects there.
    `form-action 'self' ${payerPageOrigin}`,
    "connect-src 'self'",
    "style-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const escapeHtml = (text: string) =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const euros = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' });
const price = (amountMinor: number) => euros.format(amountMinor / 100);

const paths: Readonly<Record<CheckoutMode, string>> = {
  redirect: '/',
  inline: '/inline',
  overlay: '/overlay',
};

interface PageOptions {
  readonly title: string;
  /** The content of `main`, as HTML. */
  readonly main: string;
  /** Elements at the end of `head`, as HTML. */
  readonly head?: string;
  readonly mode?: CheckoutMode;
}

function page({ title, main, head = '', mode }: PageOptions): string {
  const links = Object.entries(paths).map(
    ([name, path]) => `<a href="${path}"${name === mode ? ' aria-current="page"' : ''}>${name}</a>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)} – Nordlicht Coffee</title>
<link rel="stylesheet" href="/shop.css">
${head}
</head>
<body>
<header>
  <a class="name" href="/">Nordlicht Coffee</a>
  <nav aria-label="Kinds of checkout">${links.join(' ')}</nav>
</header>
<main>${main}</main>
</body>
</html>`;
}

const buttons: Readonly<Record<CheckoutMode, string>> = {
  redirect: 'Buy',
  inline: 'Continue to payment',
  overlay: 'Buy',
};

/** The page of the product. Its form is the same in every mode; only the script differs. */
export function productPage(mode: CheckoutMode, payerPageOrigin: string): string {
  const scripts = `
<script src="${payerPageOrigin}${EMBED_PATH}" integrity="${EMBED_INTEGRITY}" crossorigin="anonymous"></script>
<script type="module" src="/${mode}.js"></script>`;
  return page({
    title: product.name,
    mode,
    main: `
<section>
  <h1>${escapeHtml(product.name)}</h1>
  <p>Washed arabica from Sidama, roasted on Tuesday. Ground for filter on request.</p>
  <p class="price">${price(product.amountMinor)}</p>
  <form method="post" action="/orders">
    <label>Quantity <input name="quantity" type="number" value="1" min="1" max="10" required></label>
    <button>${buttons[mode]}</button>
  </form>
  <p id="notice" role="status"></p>
</section>
${mode === 'inline' ? '<section id="checkout" aria-label="Payment" tabindex="-1"></section>' : ''}
${mode === 'redirect' ? '' : scripts}`,
  });
}

const statuses: Readonly<Record<Order['status'], string>> = {
  awaiting_payment: 'Waiting for the payment',
  paid: 'Paid',
  shipped: 'Paid and shipped',
};

/** The page loads itself again until the webhook has arrived. */
export function orderPage(order: Order): string {
  const lines = order.lines.map(
    ({ name, quantity, amount_minor }) =>
      `<li><span>${quantity} × ${escapeHtml(name)}</span> <span>${price(amount_minor)}</span></li>`,
  );
  return page({
    title: 'Your order',
    head: order.status === 'shipped' ? '' : '<meta http-equiv="refresh" content="1">',
    main: `
<section>
  <h1>Your order</h1>
  <p class="status ${order.status}" role="status">${statuses[order.status]}</p>
  <ul class="lines">${lines.join('')}</ul>
  <h2>History</h2>
  <ol>${order.history.map((entry) => `<li>${escapeHtml(entry)}</li>`).join('')}</ol>
</section>`,
  });
}

export function messagePage(message: string): string {
  return page({
    title: message,
    main: `<section><h1>${escapeHtml(message)}</h1></section>`,
  });
}
