// The sheet of the wallet: the payer approves the payment or cancels it.

// In the fragment, so that every sheet has the same document.
const query = new URLSearchParams(location.hash.slice(1));
const channel = query.get('channel');
const parentOrigin = query.get('origin');
const approve = document.querySelector('#approve');
const currency = query.get('currency').toLowerCase();
const digits = JSON.parse(approve.dataset.digits)[currency] ?? 2;
const format = new Intl.NumberFormat('en', {
  style: 'currency',
  currency,
  minimumFractionDigits: digits,
  maximumFractionDigits: digits,
  trailingZeroDisplay: approve.dataset.always00.includes(currency) ? 'stripIfInteger' : 'auto',
});
approve.textContent = `Pay ${format.format(Number(query.get('amount')) / 10 ** digits)}`;

const finish = (approved) =>
  window.parent.postMessage({ channel, type: 'wallet-done', approved }, parentOrigin);
approve.addEventListener('click', () => finish(true));
document.querySelector('#cancel').addEventListener('click', () => finish(false));
addEventListener('keydown', (event) => {
  if (event.key === 'Escape') finish(false);
});
for (const button of document.querySelectorAll('button')) button.disabled = false;
approve.focus();
