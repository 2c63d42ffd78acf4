/**
 * Places an order when the customer sends the form, and calls `pay` with its two URLs. Without this script the
 * form works too: the server redirects to the payer page.
 */
export function onOrder(pay) {
  const form = document.querySelector('form');
  const button = form.querySelector('button');
  const notice = document.querySelector('#notice');
  /** The last order. It stays the same until the customer changes the form. */
  let placed = { content: '' };

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    // A disabled button would lose the focus, which returns to it when an overlay is closed.
    if (button.ariaDisabled === 'true') return;
    button.ariaDisabled = 'true';
    const content = String(new URLSearchParams(new FormData(form)));
    notice.replaceChildren();
    try {
      if (content !== placed.content) placed = { content, ...(await placeOrder(content)) };
      pay(placed);
    } catch {
      // The order exists, so embed.js could not be loaded.
      if (content === placed.content) offerPayerPage(placed.checkoutUrl);
      else notice.textContent = 'The payment could not be started. Try again.';
    }
    button.ariaDisabled = 'false';
  });
}

async function placeOrder(content) {
  const response = await fetch('/orders', {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams(content),
  });
  if (!response.ok) throw new Error(`The shop responded ${response.status}.`);
  return response.json();
}

/** Offers the payer page as a page of its own when it cannot be embedded. */
export function offerPayerPage(checkoutUrl) {
  const link = document.createElement('a');
  link.href = checkoutUrl;
  link.textContent = 'Open the payment page';
  document.querySelector('#notice').replaceChildren(link);
}
