import { offerPayerPage, onOrder } from './orders.js';

/* global Parley */
onOrder(({ checkoutUrl, orderUrl }) => {
  let isPaid = false;
  Parley.openCheckout({
    url: checkoutUrl,
    onEvent({ type }) {
      if (type === 'success') isPaid = true;
      // The customer has read the receipt, and the page of the order waits for the webhook.
      if (type === 'close' && isPaid) location.assign(orderUrl);
      if (type === 'error') offerPayerPage(checkoutUrl);
    },
  });
});
