// The authentication page: the payer completes or fails the authentication once.

const main = document.querySelector('main');
const query = new URLSearchParams(location.search);
const channel = query.get('channel');
const parentOrigin = query.get('origin');
const status = document.querySelector('#status');
const buttons = [...document.querySelectorAll('button')];

async function finish(outcome) {
  for (const button of buttons) button.disabled = true;
  status.textContent = '';
  try {
    const response = await fetch(`/elements/challenge/${encodeURIComponent(main.dataset.source)}`, {
      method: 'POST',
      body: new URLSearchParams({ key: main.dataset.key, outcome }),
    });
    const body = await response.json();
    if (!response.ok) throw new Error(body.error?.message);
    if (body.return_url) location.assign(body.return_url);
    else if (channel && parentOrigin)
      window.parent.postMessage({ channel, type: 'challenge-done' }, parentOrigin);
    else status.textContent = 'Done. You can close this page.';
  } catch (error) {
    status.textContent = error.message || 'The request failed. Try again.';
    for (const button of buttons) button.disabled = false;
  }
}

document.querySelector('#complete')?.addEventListener('click', () => finish('succeeded'));
document.querySelector('#fail')?.addEventListener('click', () => finish('failed'));
for (const button of buttons) button.disabled = false;
document.querySelector('#complete')?.focus();
