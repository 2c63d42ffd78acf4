// The sheet of the wallet: the payer approves the payment or cancels it.

// In the fragment, so that every sheet has the same document.
const query = new URLSearchParams(location.hash.slice(1));
const channel = query.get('channel');
const parentOrigin = query.get('origin');
const format = new Intl.NumberFormat('en', { style: 'currency', currency: query.get('currency') });
const digits = format.resolvedOptions().maximumFractionDigits;
const approve = document.querySelector('#approve');
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
