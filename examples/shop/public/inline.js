import { offerPayerPage, onOrder } from './orders.js';

/* global Parley */
let checkout;

onOrder(({ checkoutUrl, orderUrl }) => {
  checkout?.close();
  const container = document.querySelector('#checkout');
  checkout = Parley.mountCheckout({
    url: checkoutUrl,
    container,
    onEvent({ type }) {
      // The page of the order waits for the webhook.
      if (type === 'success') location.assign(orderUrl);
      if (type === 'error') offerPayerPage(checkoutUrl);
    },
  });
  container.focus({ preventScroll: true });
  container.scrollIntoView({ block: 'nearest' });
});
