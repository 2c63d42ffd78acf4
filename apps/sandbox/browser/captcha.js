// The script of the simulated CAPTCHA provider: shows its widget in frames of the sandbox.
(() => {
  const ORIGIN = new URL(document.currentScript.src).origin;
  const widgets = new Map();
  let nextId = 0;

  addEventListener('message', ({ origin, source, data }) => {
    if (origin !== ORIGIN || data?.type !== 'captcha-token') return;
    for (const { frame, options } of widgets.values()) {
      if (frame.contentWindow === source) options.callback?.(data.token);
    }
  });

  window.turnstile = {
    render(element, options) {
      const frame = document.createElement('iframe');
      const { theme = 'light', size = 'normal' } = options;
      frame.src = `${ORIGIN}/captcha/widget?${new URLSearchParams({ theme, size })}`;
      frame.title = 'Test challenge';
      const isCompact = size === 'compact';
      Object.assign(frame.style, {
        display: 'block',
        width: isCompact ? '150px' : '300px',
        height: isCompact ? '140px' : '65px',
        border: '0',
        colorScheme: theme === 'dark' ? 'dark' : 'light',
      });
      // The frame reads the page's origin from the message, which the page cannot forge.
      frame.addEventListener('load', () =>
        frame.contentWindow.postMessage({ type: 'captcha-open' }, ORIGIN),
      );
      frame.addEventListener('error', () => options['error-callback']?.('network'));
      element.append(frame);
      const id = `widget-${nextId++}`;
      widgets.set(id, { frame, options });
      return id;
    },
    reset(id) {
      const frame = widgets.get(id)?.frame;
      if (frame) frame.src = `${frame.src}`;
    },
    remove(id) {
      widgets.get(id)?.frame.remove();
      widgets.delete(id);
    },
  };
})();
