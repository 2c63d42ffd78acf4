// The widget of the simulated CAPTCHA provider: the visitor chooses the result.

const query = new URLSearchParams(location.search);
if (query.get('theme') === 'dark') document.documentElement.dataset.theme = 'night';
document.documentElement.dataset.size = query.get('size') ?? '';
const buttons = [...document.querySelectorAll('button')];

addEventListener('message', ({ source, origin, data }) => {
  if (source !== window.parent || data?.type !== 'captcha-open') return;
  const { hostname } = new URL(origin);
  for (const button of buttons) {
    button.disabled = false;
    button.addEventListener('click', async () => {
      for (const choice of buttons) choice.disabled = true;
      const { passed } = button.dataset;
      const body = new URLSearchParams({ hostname, passed });
      const response = await fetch('/captcha/tokens', { method: 'POST', body });
      const { token } = await response.json();
      window.parent.postMessage({ type: 'captcha-token', token }, origin);
    });
  }
});
