import type { Messages } from './en.ts';

export const messages: Messages = {
  title: (merchant) => `向 ${merchant} 付款`,
  language: '语言',
  close: '关闭',
  testMode: '测试模式：不会实际扣款',
  itemsLabel: '您的订单',
  quantity: (count) => `× ${count}`,
  unitPrice: (count, amount) => `${amount} × ${count}`,
  pieces: (count) => `数量：${count}`,
  moreItems: (count) => `其他商品：${count}`,
  total: '总计',
  dueToday: '今日应付',
  per: {
    day: (charge) => `每天 ${charge}`,
    week: (charge) => `每周 ${charge}`,
    month: (charge) => `每月 ${charge}`,
    year: (charge) => `每年 ${charge}`,
  },
  every: {
    day: (charge, span) => `每 ${span} ${charge}`,
    week: (charge, span) => `每 ${span} ${charge}`,
    month: (charge, span) => `每 ${span} ${charge}`,
    year: (charge, span) => `每 ${span} ${charge}`,
  },
  thenCharges: (charges) => `之后${charges}，直至取消。`,
  freeDays: (days, charges) => `免费试用 ${days}，之后${charges}，直至取消。`,
  freeUntil: (day, charges) => `免费试用至 ${day}，之后${charges}，直至取消。`,
  email: '电子邮箱',
  emailInvalid: '请输入您的电子邮箱，例如 ada@example.com。',
  onProvider: '您将在支付服务商的页面上付款，之后返回此页面。',
  expires: (when) => `此链接将在${when}失效。`,
  cardLabel: '银行卡信息',
  cardLoading: '正在加载安全的银行卡表单…',
  pay: (amount) => `支付 ${amount}`,
  paying: (amount) => `正在支付 ${amount}…`,
  startTrial: '开始免费试用',
  saveCard: '保存此卡',
  saving: '正在保存您的银行卡…',
  continueToPay: (amount) => `继续支付 ${amount}`,
  continueToTrial: '继续免费试用',
  continuing: '正在打开付款页面…',
  openPaymentPage: '打开付款页面',
  continueToBank: '前往您的银行',
  chooseAnother: '选择其他付款方式',
  backTo: (merchant) => `返回 ${merchant}`,
  leaving: (merchant, when) => `将在${when}返回 ${merchant}。`,
  stay: '留在此页面',
  tryAgain: '重试',
  tryAgainLater: (when) => `${when}重试`,
  checkAgain: '重新查询',
  contact: (merchant) => `联系 ${merchant}：`,
  helpPage: '帮助页面',
  termsLink: '服务条款',
  privacyLink: '隐私政策',
  reference: (id) => `参考编号：${id}`,
  noScript: '您未被扣款。银行卡表单需要 JavaScript。请在此页面启用后重新加载。',
  security: '银行卡信息将直接发送给支付服务商。',

  states: {
    paid: {
      heading: (amount) => `您已支付 ${amount}。`,
      text: (merchant) => `我们已通知 ${merchant}。您可以关闭此页面。`,
    },
    nothingDue: {
      heading: () => '您未被扣款。目前无需付款。',
      text: (merchant) => `我们已通知 ${merchant}。您可以关闭此页面。`,
    },
    trialBegun: {
      heading: () => '您未被扣款。免费试用已开始。',
      text: (merchant) => `我们已通知 ${merchant}。您可以关闭此页面。`,
    },
    unfulfilled: {
      heading: (amount) => `您已支付 ${amount}，但订单未能完成。`,
      text: (merchant) => `我们已通知 ${merchant}。请联系商家办理退款。`,
    },
    partlyRefunded: {
      text: (refunded) => `其中 ${refunded} 已退款。`,
    },
    returned: {
      heading: (amount) => `您支付的 ${amount} 已退回。`,
    },
    disputed: {
      heading: (amount) => `您支付的 ${amount} 正处于争议中。`,
      text: () => '银行正在审核该争议。',
    },
    processing: {
      heading: () => '您的付款正在处理中。',
      text: () => '此页面会自动更新。请勿重复付款。',
      later: (merchant) =>
        `根据付款方式，处理可能需要数天。请勿重复付款。您可以关闭此页面。付款完成后，我们会通知 ${merchant}。`,
    },
    slow: {
      heading: () => '您的付款仍在处理中。',
      text: (merchant) =>
        `处理时间比平时长。请勿重复付款。您可以关闭此页面。付款完成后，我们会通知 ${merchant}。`,
    },
    unsure: {
      heading: () => '我们尚不确定您是否已被扣款。',
      text: () => '付款过程中连接中断。我们正在向支付服务商核实。请勿重复付款，并保持此页面打开。',
    },
    actionRequired: {
      heading: () => '您尚未被扣款。请通过您的银行确认付款。',
      text: (amount) => `您的银行要求您确认 ${amount} 的付款。`,
    },
    underReview: {
      heading: () => '我们收到了一笔与此订单不符的付款。',
      text: (merchant) => `${merchant} 正在核查。请勿重复付款。`,
    },
    expired: {
      heading: () => '您未被扣款。此付款链接已失效。',
      text: (merchant) => `请向 ${merchant} 索取新链接。`,
    },
    canceled: {
      heading: () => '您未被扣款。此付款已取消。',
      text: (merchant) => `如需再次购买，请向 ${merchant} 索取新链接。`,
    },
    blocked: {
      heading: () => '您未被扣款。被拒绝的付款次数过多。',
    },
    refunding: {
      heading: () => '您的付款正在退款中。订单已取消。',
      text: (merchant) => `请向 ${merchant} 查询退款到账时间。`,
    },
    waiting: {
      heading: (merchant) => `您未被扣款。${merchant} 正在准备您的付款。`,
      text: () => '准备就绪后，此页面会自动继续。请保持页面打开。',
    },
    notPayable: {
      heading: () => '您未被扣款。目前无法付款。',
      text: (merchant) => `如果情况没有变化，请联系 ${merchant}。可以付款时，此页面会自动继续。`,
    },
    cardMissing: {
      heading: () => '您未被扣款。免费试用已开始。',
      text: () => '请添加银行卡，用于试用结束后的付款。',
    },
  },

  challenge: {
    heading: '请确认您是真人。',
    text: '此验证用于阻止自动程序。完成后即可付款。',
  },

  receipt: {
    link: '查看收据',
    title: (merchant) => `${merchant} 的收据`,
    print: '打印',
    status: '付款状态',
    paid: '已付款',
    partlyRefunded: '部分退款',
    refunded: '已退款',
    disputed: '已提出争议',
    reference: '参考编号',
    datePaid: '付款时间',
    item: '项目',
    quantity: '数量',
    amount: '金额',
    subtotal: '小计',
    discount: '折扣',
    shipping: '运费',
    tax: '税费',
    added: '税费、运费和折扣',
    note: '此收据确认您的付款，不是发票。',
  },

  notices: {
    declined: '您未被扣款。您的银行卡被拒绝。',
    failed: '您未被扣款。付款失败。',
    priceChanged: (before, after) =>
      `您未被扣款。价格已从 ${before} 变为 ${after}。请核对总计后付款。`,
    priceUpdated: '您未被扣款。价格已变更。请核对总计后付款。',
    cartChanged: '您未被扣款。订单已变更。请核对后付款。',
    notCharged: '您未被扣款。请稍后重试。',
    offline: '您未被扣款。您当前处于离线状态。请连接网络后重试。',
    cardFailed: (host) =>
      `您未被扣款。银行卡表单未能加载。请检查网络连接；如果 ${host} 被屏蔽，请允许访问。`,
    challengeFailed: '您未被扣款。验证失败。请重试。',
    challengeNotLoaded: (host) =>
      `您未被扣款。验证未能加载。请检查网络连接；如果 ${host} 被屏蔽，请允许访问。`,
    providerUnavailable: '您未被扣款。银行卡表单目前不可用。',
  },

  declines: {
    insufficientFunds: '卡内余额不足。请使用其他银行卡。',
    expired: '此卡已过期。请使用其他银行卡。',
    number: '卡号不正确。请核对后重试。',
    expiry: '有效期不正确。请核对后重试。',
    cvc: '安全码不正确。请核对后重试。',
    postcode: '地址与此卡不符。请核对后重试。',
    limit: '此卡已达到限额。请使用其他银行卡，或稍后重试。',
    unsupported: '此卡不支持此类付款。请使用其他银行卡。',
    currency: '此卡不支持该币种。请使用其他银行卡。',
    authentication: '您的银行无法验证您的身份。请重试，或使用其他银行卡。',
    callBank: '您的银行未说明原因。请联系银行，或使用其他银行卡。',
    tryLater: '卡组织未能处理此付款。请稍后重试。',
    duplicate: '刚刚已有一笔相同的付款。请核对后再重试。',
    testCard: '这是一笔测试付款。请使用测试卡，例如 4242 4242 4242 4242。',
    pin: '密码不正确或输入次数过多。请使用其他银行卡。',
    other: '请使用其他银行卡，或联系您的银行。',
  },

  notFound: {
    heading: '打开此页面不会扣款。此链接没有对应的付款。',
    text: '请检查链接是否完整，或向发送者索取新链接。如果您已付款，请勿重复付款。',
  },
  unavailable: {
    heading: '打开此页面不会扣款。此页面目前不可用。',
    text: '请稍后重试。如果您已付款，请勿重复付款：此页面会显示您的付款。',
  },
  root: {
    heading: 'Parley 付款',
    text: '如需付款，请打开商家发送给您的链接。',
  },
};
