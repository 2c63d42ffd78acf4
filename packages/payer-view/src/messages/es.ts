import type { Messages } from './en.ts';

export const messages: Messages = {
  title: (merchant) => `Pagar a ${merchant}`,
  language: 'Idioma',
  close: 'Cerrar',
  testMode: 'Modo de prueba: sin dinero real',
  itemsLabel: 'Su pedido',
  quantity: (count) => `${count} ×`,
  unitPrice: (count, amount) => `${count} × ${amount}`,
  pieces: (count) => `Cantidad: ${count}`,
  moreItems: (count) => `Otros artículos: ${count}`,
  total: 'Total',
  dueToday: 'A pagar hoy',
  per: {
    day: (charge) => `${charge} al día`,
    week: (charge) => `${charge} a la semana`,
    month: (charge) => `${charge} al mes`,
    year: (charge) => `${charge} al año`,
  },
  every: {
    day: (charge, span) => `${charge} cada ${span}`,
    week: (charge, span) => `${charge} cada ${span}`,
    month: (charge, span) => `${charge} cada ${span}`,
    year: (charge, span) => `${charge} cada ${span}`,
  },
  thenCharges: (charges) => `Después, ${charges} hasta la cancelación.`,
  freeDays: (days, charges) => `Gratis durante ${days}; después, ${charges} hasta la cancelación.`,
  freeUntil: (day, charges) => `Gratis hasta el ${day}; después, ${charges} hasta la cancelación.`,
  email: 'Correo electrónico',
  emailInvalid: 'Introduzca su correo electrónico, por ejemplo, ada@example.com.',
  onProvider: 'El pago se realiza en la página del proveedor de pagos. Después volverá aquí.',
  expires: (when) => `Este enlace caduca ${when}.`,
  cardLabel: 'Datos de la tarjeta',
  cardLoading: 'Cargando el formulario seguro de la tarjeta…',
  pay: (amount) => `Pagar ${amount}`,
  paying: (amount) => `Pagando ${amount}…`,
  startTrial: 'Iniciar la prueba gratuita',
  saveCard: 'Guardar esta tarjeta',
  saving: 'Guardando su tarjeta…',
  continueToPay: (amount) => `Continuar para pagar ${amount}`,
  continueToTrial: 'Continuar a la prueba gratuita',
  continuing: 'Abriendo la página de pago…',
  openPaymentPage: 'Abrir la página de pago',
  continueToBank: 'Continuar a su banco',
  chooseAnother: 'Elegir otro método de pago',
  backTo: (merchant) => `Volver a ${merchant}`,
  leaving: (merchant, when) => `Volverá a ${merchant} ${when}.`,
  stay: 'Permanecer en esta página',
  tryAgain: 'Intentar de nuevo',
  tryAgainLater: (when) => `Intentar de nuevo ${when}`,
  checkAgain: 'Comprobar de nuevo',
  contact: (merchant) => `Contactar con ${merchant}:`,
  helpPage: 'Página de ayuda',
  termsLink: 'Términos y condiciones',
  privacyLink: 'Política de privacidad',
  reference: (id) => `Referencia: ${id}`,
  noScript:
    'No se ha realizado ningún cargo. El formulario de la tarjeta necesita JavaScript. Permítalo en esta página y vuelva a cargarla.',
  security: 'Los datos de la tarjeta se envían directamente al proveedor de pagos.',

  states: {
    paid: {
      heading: (amount) => `Ha pagado ${amount}.`,
      text: (merchant) => `Se ha avisado a ${merchant}. Puede cerrar esta página.`,
    },
    nothingDue: {
      heading: () => 'No se ha realizado ningún cargo. No hay nada que pagar ahora.',
      text: (merchant) => `Se ha avisado a ${merchant}. Puede cerrar esta página.`,
    },
    trialBegun: {
      heading: () => 'No se ha realizado ningún cargo. Su prueba gratuita ha comenzado.',
      text: (merchant) => `Se ha avisado a ${merchant}. Puede cerrar esta página.`,
    },
    unfulfilled: {
      heading: (amount) => `Ha pagado ${amount}, pero no se ha podido completar su pedido.`,
      text: (merchant) =>
        `Se ha avisado a ${merchant}. Póngase en contacto con el comercio para solicitar un reembolso.`,
    },
    partlyRefunded: {
      text: (refunded) => `Se han reembolsado ${refunded}.`,
    },
    returned: {
      heading: (amount) => `Se le ha devuelto su pago de ${amount}.`,
    },
    disputed: {
      heading: (amount) => `Su pago de ${amount} está en disputa.`,
      text: () => 'Su banco está revisando la disputa.',
    },
    processing: {
      heading: () => 'Su pago se está procesando.',
      text: () => 'Esta página se actualiza automáticamente. No vuelva a pagar.',
      later: (merchant) =>
        `Según el medio de pago, puede tardar varios días. No vuelva a pagar. Puede cerrar esta página. Se avisará a ${merchant} cuando el pago se haya completado.`,
    },
    slow: {
      heading: () => 'Su pago todavía se está procesando.',
      text: (merchant) =>
        `Está tardando más de lo habitual. No vuelva a pagar. Puede cerrar esta página. Se avisará a ${merchant} cuando el pago se haya completado.`,
    },
    unsure: {
      heading: () => 'Todavía no sabemos si se ha realizado el cargo.',
      text: () =>
        'Se ha perdido la conexión durante el pago. Lo estamos comprobando con el proveedor de pagos. No vuelva a pagar y mantenga abierta esta página.',
    },
    actionRequired: {
      heading: () => 'Todavía no se ha realizado ningún cargo. Confirme el pago con su banco.',
      text: (amount) => `Su banco le pide que confirme el pago de ${amount}.`,
    },
    underReview: {
      heading: () => 'Hemos recibido un pago que no coincide con este pedido.',
      text: (merchant) => `${merchant} lo está revisando. No vuelva a pagar.`,
    },
    expired: {
      heading: () => 'No se ha realizado ningún cargo. Este enlace de pago ha caducado.',
      text: (merchant) => `Solicite un nuevo enlace a ${merchant}.`,
    },
    canceled: {
      heading: () => 'No se ha realizado ningún cargo. Este pago se ha cancelado.',
      text: (merchant) => `Para volver a comprar, solicite un nuevo enlace a ${merchant}.`,
    },
    blocked: {
      heading: () => 'No se ha realizado ningún cargo. Se han rechazado demasiados pagos.',
    },
    refunding: {
      heading: () => 'Su pago se está reembolsando. El pedido se ha cancelado.',
      text: (merchant) => `Consulte a ${merchant} cuándo recibirá el dinero.`,
    },
    waiting: {
      heading: (merchant) =>
        `No se ha realizado ningún cargo. ${merchant} está preparando su pago.`,
      text: () =>
        'Esta página continúa automáticamente cuando el pago está listo. Manténgala abierta.',
    },
    notPayable: {
      heading: () => 'No se ha realizado ningún cargo. En este momento no es posible pagar.',
      text: (merchant) =>
        `Si el problema continúa, póngase en contacto con ${merchant}. Esta página continúa automáticamente cuando es posible pagar.`,
    },
    cardMissing: {
      heading: () => 'No se ha realizado ningún cargo. Su prueba gratuita ha comenzado.',
      text: () => 'Añada una tarjeta para los cobros posteriores a la prueba.',
    },
  },

  challenge: {
    heading: 'Confirme que es una persona.',
    text: 'Esta verificación bloquea los programas automatizados. Después podrá pagar.',
  },

  receipt: {
    link: 'Ver el recibo',
    title: (merchant) => `Recibo de ${merchant}`,
    print: 'Imprimir',
    status: 'Estado del pago',
    paid: 'Pagado',
    partlyRefunded: 'Reembolsado en parte',
    refunded: 'Reembolsado',
    disputed: 'Disputado',
    reference: 'Referencia',
    datePaid: 'Fecha de pago',
    item: 'Artículo',
    quantity: 'Cantidad',
    amount: 'Importe',
    subtotal: 'Subtotal',
    discount: 'Descuento',
    shipping: 'Envío',
    tax: 'Impuestos',
    added: 'Impuestos, envío y descuentos',
    note: 'Este recibo confirma su pago. No es una factura.',
  },

  notices: {
    declined: 'No se ha realizado ningún cargo. Su tarjeta ha sido rechazada.',
    failed: 'No se ha realizado ningún cargo. El pago ha fallado.',
    priceChanged: (before, after) =>
      `No se ha realizado ningún cargo. El precio ha cambiado de ${before} a ${after}. Compruebe el total y, después, pague.`,
    priceUpdated:
      'No se ha realizado ningún cargo. El precio ha cambiado. Compruebe el total y, después, pague.',
    cartChanged:
      'No se ha realizado ningún cargo. El pedido ha cambiado. Compruébelo y, después, pague.',
    notCharged: 'No se ha realizado ningún cargo. Inténtelo de nuevo en un momento.',
    offline:
      'No se ha realizado ningún cargo. No tiene conexión a Internet. Conéctese e inténtelo de nuevo.',
    cardFailed: (host) =>
      `No se ha realizado ningún cargo. El formulario de la tarjeta no se ha cargado. Compruebe su conexión y permita ${host} si está bloqueado.`,
    challengeFailed:
      'No se ha realizado ningún cargo. La verificación ha fallado. Inténtelo de nuevo.',
    challengeNotLoaded: (host) =>
      `No se ha realizado ningún cargo. La verificación no se ha cargado. Compruebe su conexión y permita ${host} si está bloqueado.`,
    providerUnavailable:
      'No se ha realizado ningún cargo. El formulario de la tarjeta no está disponible en este momento.',
  },

  declines: {
    insufficientFunds: 'La tarjeta no tiene fondos suficientes. Utilice otra tarjeta.',
    expired: 'La tarjeta ha caducado. Utilice otra tarjeta.',
    number: 'El número de la tarjeta es incorrecto. Compruébelo e inténtelo de nuevo.',
    expiry: 'La fecha de caducidad es incorrecta. Compruébela e inténtelo de nuevo.',
    cvc: 'El código de seguridad es incorrecto. Compruébelo e inténtelo de nuevo.',
    postcode: 'La dirección no coincide con la tarjeta. Compruébela e inténtelo de nuevo.',
    limit:
      'La tarjeta ha alcanzado su límite. Utilice otra tarjeta o inténtelo de nuevo más tarde.',
    unsupported: 'La tarjeta no admite este tipo de pago. Utilice otra tarjeta.',
    currency: 'La tarjeta no admite esta moneda. Utilice otra tarjeta.',
    authentication:
      'Su banco no ha podido verificar su identidad. Inténtelo de nuevo o utilice otra tarjeta.',
    callBank:
      'Su banco no ha indicado el motivo. Póngase en contacto con su banco o utilice otra tarjeta.',
    tryLater: 'La red de tarjetas no ha podido procesar el pago. Inténtelo de nuevo en un momento.',
    duplicate:
      'Se ha realizado el mismo pago hace un momento. Compruébelo antes de intentarlo de nuevo.',
    testCard: 'Este pago es una prueba. Utilice una tarjeta de prueba, como 4242 4242 4242 4242.',
    pin: 'El PIN es incorrecto o se ha introducido demasiadas veces. Utilice otra tarjeta.',
    other: 'Utilice otra tarjeta o póngase en contacto con su banco.',
  },

  notFound: {
    heading: 'Abrir esta página no ha generado ningún cargo. Este enlace no lleva a ningún pago.',
    text: 'Compruebe que el enlace esté completo o solicite uno nuevo a quien se lo envió. Si ya ha pagado, no vuelva a pagar.',
  },
  unavailable: {
    heading: 'Abrir esta página no ha generado ningún cargo. No está disponible en este momento.',
    text: 'Inténtelo de nuevo en un momento. Si ya ha pagado, no vuelva a pagar: esta página mostrará su pago.',
  },
  root: {
    heading: 'Pagos con Parley',
    text: 'Para pagar, abra el enlace que le ha enviado el comercio.',
  },
};
