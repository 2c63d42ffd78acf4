import type { Messages } from './en.ts';

export const messages: Messages = {
  title: (merchant) => `Pagar a ${merchant}`,
  language: 'Idioma',
  close: 'Fechar',
  testMode: 'Modo de teste: sem dinheiro real',
  itemsLabel: 'Seu pedido',
  quantity: (count) => `${count} ×`,
  unitPrice: (count, amount) => `${count} × ${amount}`,
  pieces: (count) => `Quantidade: ${count}`,
  moreItems: (count) => `Outros itens: ${count}`,
  total: 'Total',
  dueToday: 'A pagar hoje',
  per: {
    day: (charge) => `${charge} por dia`,
    week: (charge) => `${charge} por semana`,
    month: (charge) => `${charge} por mês`,
    year: (charge) => `${charge} por ano`,
  },
  every: {
    day: (charge, span) => `${charge} a cada ${span}`,
    week: (charge, span) => `${charge} a cada ${span}`,
    month: (charge, span) => `${charge} a cada ${span}`,
    year: (charge, span) => `${charge} a cada ${span}`,
  },
  thenCharges: (charges) => `Depois, ${charges}, até o cancelamento.`,
  freeDays: (days, charges) => `Grátis por ${days}; depois, ${charges}, até o cancelamento.`,
  freeUntil: (day, charges) => `Grátis até ${day}; depois, ${charges}, até o cancelamento.`,
  email: 'E-mail',
  emailInvalid: 'Informe seu e-mail, por exemplo, ada@example.com.',
  onProvider: 'Você paga na página do provedor de pagamentos e depois volta para cá.',
  expires: (when) => `Este link expira ${when}.`,
  cardLabel: 'Dados do cartão',
  cardLoading: 'Carregando o formulário seguro do cartão…',
  pay: (amount) => `Pagar ${amount}`,
  paying: (amount) => `Pagando ${amount}…`,
  startTrial: 'Iniciar o teste gratuito',
  saveCard: 'Salvar este cartão',
  saving: 'Salvando seu cartão…',
  continueToPay: (amount) => `Continuar para pagar ${amount}`,
  continueToTrial: 'Continuar para o teste gratuito',
  continuing: 'Abrindo a página de pagamento…',
  openPaymentPage: 'Abrir a página de pagamento',
  continueToBank: 'Continuar para o seu banco',
  chooseAnother: 'Escolher outra forma de pagamento',
  backTo: (merchant) => `Voltar para ${merchant}`,
  leaving: (merchant, when) => `Voltando para ${merchant} ${when}.`,
  stay: 'Permanecer nesta página',
  tryAgain: 'Tentar novamente',
  tryAgainLater: (when) => `Tentar novamente ${when}`,
  checkAgain: 'Verificar novamente',
  contact: (merchant) => `Fale com ${merchant}:`,
  helpPage: 'Página de ajuda',
  termsLink: 'Termos de uso',
  privacyLink: 'Política de privacidade',
  reference: (id) => `Referência: ${id}`,
  noScript:
    'Nenhum valor foi cobrado. O formulário do cartão precisa de JavaScript. Permita-o nesta página e recarregue-a.',
  security: 'Os dados do cartão vão diretamente para o provedor de pagamentos.',

  states: {
    paid: {
      heading: (amount) => `Você pagou ${amount}.`,
      text: (merchant) => `${merchant} recebeu a notificação. Você pode fechar esta página.`,
    },
    nothingDue: {
      heading: () => 'Nenhum valor foi cobrado. Não há nada a pagar agora.',
      text: (merchant) => `${merchant} recebeu a notificação. Você pode fechar esta página.`,
    },
    trialBegun: {
      heading: () => 'Nenhum valor foi cobrado. Seu teste gratuito começou.',
      text: (merchant) => `${merchant} recebeu a notificação. Você pode fechar esta página.`,
    },
    unfulfilled: {
      heading: (amount) => `Você pagou ${amount}, mas não foi possível concluir seu pedido.`,
      text: (merchant) =>
        `${merchant} recebeu a notificação. Entre em contato com a loja sobre o reembolso.`,
    },
    partlyRefunded: {
      text: (refunded) => `Foram reembolsados ${refunded} desse valor.`,
    },
    returned: {
      heading: (amount) => `Seu pagamento de ${amount} foi devolvido.`,
    },
    disputed: {
      heading: (amount) => `Seu pagamento de ${amount} foi contestado.`,
      text: () => 'Seu banco está analisando a contestação.',
    },
    processing: {
      heading: () => 'Seu pagamento está sendo processado.',
      text: () => 'Esta página é atualizada automaticamente. Não pague novamente.',
      later: (merchant) =>
        `Dependendo da forma de pagamento, isso pode levar vários dias. Não pague novamente. Você pode fechar esta página. ${merchant} receberá uma notificação quando o pagamento for concluído.`,
    },
    slow: {
      heading: () => 'Seu pagamento ainda está sendo processado.',
      text: (merchant) =>
        `Está demorando mais do que o normal. Não pague novamente. Você pode fechar esta página. ${merchant} receberá uma notificação quando o pagamento for concluído.`,
    },
    unsure: {
      heading: () => 'Ainda não sabemos se o valor foi cobrado.',
      text: () =>
        'A conexão caiu durante o pagamento. Estamos verificando com o provedor de pagamentos. Não pague novamente e mantenha esta página aberta.',
    },
    actionRequired: {
      heading: () => 'Nenhum valor foi cobrado ainda. Confirme o pagamento com o seu banco.',
      text: (amount) => `Seu banco pede que você confirme o pagamento de ${amount}.`,
    },
    underReview: {
      heading: () => 'Recebemos um pagamento que não corresponde a este pedido.',
      text: (merchant) => `${merchant} está analisando o pagamento. Não pague novamente.`,
    },
    expired: {
      heading: () => 'Nenhum valor foi cobrado. Este link de pagamento expirou.',
      text: (merchant) => `Peça um novo link a ${merchant}.`,
    },
    canceled: {
      heading: () => 'Nenhum valor foi cobrado. Este pagamento foi cancelado.',
      text: (merchant) => `Para comprar novamente, peça um novo link a ${merchant}.`,
    },
    blocked: {
      heading: () => 'Nenhum valor foi cobrado. Muitos pagamentos foram recusados.',
    },
    refunding: {
      heading: () => 'Seu pagamento está sendo reembolsado. O pedido foi cancelado.',
      text: (merchant) => `Pergunte a ${merchant} quando você receberá o dinheiro.`,
    },
    waiting: {
      heading: (merchant) => `Nenhum valor foi cobrado. ${merchant} está preparando seu pagamento.`,
      text: () =>
        'Esta página continua automaticamente quando o pagamento estiver pronto. Mantenha-a aberta.',
    },
    notPayable: {
      heading: () => 'Nenhum valor foi cobrado. No momento, não é possível pagar.',
      text: (merchant) =>
        `Se isso não mudar, entre em contato com ${merchant}. Esta página continua automaticamente quando for possível pagar.`,
    },
    cardMissing: {
      heading: () => 'Nenhum valor foi cobrado. Seu teste gratuito começou.',
      text: () => 'Adicione um cartão para as cobranças após o teste.',
    },
  },

  challenge: {
    heading: 'Confirme que você é uma pessoa.',
    text: 'Esta verificação bloqueia programas automatizados. Depois, você poderá pagar.',
  },

  receipt: {
    link: 'Ver recibo',
    title: (merchant) => `Recibo de ${merchant}`,
    print: 'Imprimir',
    status: 'Status do pagamento',
    paid: 'Pago',
    partlyRefunded: 'Reembolsado em parte',
    refunded: 'Reembolsado',
    disputed: 'Contestado',
    reference: 'Referência',
    datePaid: 'Data do pagamento',
    item: 'Descrição',
    quantity: 'Quantidade',
    amount: 'Valor',
    subtotal: 'Subtotal',
    discount: 'Desconto',
    shipping: 'Frete',
    tax: 'Impostos',
    added: 'Impostos, frete e descontos',
    note: 'Este recibo confirma seu pagamento. Não é uma nota fiscal.',
  },

  notices: {
    declined: 'Nenhum valor foi cobrado. Seu cartão foi recusado.',
    failed: 'Nenhum valor foi cobrado. O pagamento falhou.',
    priceChanged: (before, after) =>
      `Nenhum valor foi cobrado. O preço mudou de ${before} para ${after}. Confira o total e depois pague.`,
    priceUpdated: 'Nenhum valor foi cobrado. O preço mudou. Confira o total e depois pague.',
    cartChanged: 'Nenhum valor foi cobrado. O pedido mudou. Confira-o e depois pague.',
    notCharged: 'Nenhum valor foi cobrado. Tente novamente em instantes.',
    offline:
      'Nenhum valor foi cobrado. Você está sem conexão. Conecte-se à internet e tente novamente.',
    cardFailed: (host) =>
      `Nenhum valor foi cobrado. O formulário do cartão não foi carregado. Verifique sua conexão e permita ${host} se estiver bloqueado.`,
    challengeFailed: 'Nenhum valor foi cobrado. A verificação falhou. Tente novamente.',
    challengeNotLoaded: (host) =>
      `Nenhum valor foi cobrado. A verificação não foi carregada. Confira sua conexão e permita ${host} se estiver bloqueado.`,
    providerUnavailable:
      'Nenhum valor foi cobrado. O formulário do cartão não está disponível no momento.',
  },

  declines: {
    insufficientFunds: 'O cartão não tem saldo suficiente. Use outro cartão.',
    expired: 'O cartão está vencido. Use outro cartão.',
    number: 'O número do cartão está incorreto. Confira-o e tente novamente.',
    expiry: 'A data de validade está incorreta. Confira-a e tente novamente.',
    cvc: 'O código de segurança está incorreto. Confira-o e tente novamente.',
    postcode: 'O endereço não corresponde ao cartão. Confira-o e tente novamente.',
    limit: 'O cartão atingiu o limite. Use outro cartão ou tente novamente mais tarde.',
    unsupported: 'O cartão não permite este tipo de pagamento. Use outro cartão.',
    currency: 'O cartão não permite esta moeda. Use outro cartão.',
    authentication:
      'Seu banco não conseguiu verificar sua identidade. Tente novamente ou use outro cartão.',
    callBank: 'Seu banco não informou o motivo. Entre em contato com o banco ou use outro cartão.',
    tryLater:
      'A bandeira do cartão não conseguiu processar o pagamento. Tente novamente em instantes.',
    duplicate: 'O mesmo pagamento foi feito há instantes. Confira-o antes de tentar novamente.',
    testCard: 'Este pagamento é um teste. Use um cartão de teste, como 4242 4242 4242 4242.',
    pin: 'A senha está incorreta ou foi digitada vezes demais. Use outro cartão.',
    other: 'Use outro cartão ou entre em contato com o seu banco.',
  },

  notFound: {
    heading: 'Abrir esta página não gerou nenhuma cobrança. Este link não leva a nenhum pagamento.',
    text: 'Verifique se o link está completo ou peça um novo a quem o enviou. Se você já pagou, não pague novamente.',
  },
  unavailable: {
    heading: 'Abrir esta página não gerou nenhuma cobrança. Ela não está disponível no momento.',
    text: 'Tente novamente em instantes. Se você já pagou, não pague novamente: esta página mostrará seu pagamento.',
  },
  root: {
    heading: 'Pagamento com Parley',
    text: 'Para pagar, abra o link que a loja enviou a você.',
  },
};
