/** Addresses and the shop's money. None of it enters relay pricing, which is in dollars. */
import { MAX_RATIO } from '../bounds'
import { CHECKOUT_FIELDS, CREEM_CURRENCIES, SHOP_CURRENCIES } from '../payments/currencies'
import {
  address,
  addressTemplate,
  integer,
  json,
  link,
  number,
  secret,
  section,
  select,
  string,
  text,
} from './option'
import { RatioByName } from './shapes'

export const paymentOptions = section('payment', {
  ServerAddress: address({ status: 'server_address' }),
  /** Reports the newest release; read when root asks for it, never by itself. */
  ReleaseAddress: address(),
  /** Fetches images and webhooks from elsewhere, so that our address stays hidden. */
  WorkerUrl: address(),
  WorkerValidKey: secret(),
  PayAddress: address(),
  EpayId: string(),
  EpayKey: secret(),
  StripeApiSecret: secret(),
  StripeWebhookSecret: secret(),
  StripeCurrency: select(SHOP_CURRENCIES),
  /** Of that currency per dollar. */
  StripeUnitPrice: number({ default: 1, min: 0, max: MAX_RATIO }),
  /** Instead of Stripe's own; for a proxy or a stand-in. */
  StripeAddress: address(),
  AlipayAppId: string(),
  /** Of the application; PEM, or the base64 of Alipay's key tool. */
  AlipayPrivateKey: secret({ hasLines: true }),
  /** Alipay's own, not the application's. */
  AlipayPublicKey: text(),
  /** Instead of Alipay's gateway; for its sandbox or a stand-in. */
  AlipayAddress: address(),
  WechatPayMerchantId: string(),
  /** Of an official account or a mini program of the merchant. */
  WechatPayAppId: string(),
  /** Serial number of the merchant's API certificate. */
  WechatPaySerial: string(),
  /** Of that certificate. */
  WechatPayPrivateKey: secret({ hasLines: true }),
  /** Opens what notices hold. */
  WechatPayApiV3Key: secret(),
  WechatPayPublicKeyId: string(),
  /** WeChat Pay's own, which signs its notices and answers. */
  WechatPayPublicKey: text(),
  /** Instead of WeChat Pay's own; for a proxy or a stand-in. */
  WechatPayAddress: address(),
  CreemApiKey: secret(),
  CreemWebhookSecret: secret(),
  /** A product for one-time payments, whose price each order replaces. */
  CreemProductId: string(),
  /** Of that product. */
  CreemCurrency: select(CREEM_CURRENCIES),
  CreemUnitPrice: number({ default: 1, min: 0, max: MAX_RATIO }),
  /** Instead of Creem's own; for its test mode or a stand-in. */
  CreemAddress: address(),
  PaddleApiKey: secret(),
  PaddleWebhookSecret: secret(),
  PaddleCurrency: select(SHOP_CURRENCIES),
  PaddleUnitPrice: number({ default: 1, min: 0, max: MAX_RATIO }),
  /** A page with Paddle.js, instead of the one that the account names. */
  PaddleCheckoutUrl: address(),
  /** Instead of Paddle's own; for its sandbox or a stand-in. */
  PaddleAddress: address(),
  /** As buyers read it. */
  OtherPaymentName: string(),
  /** Where buyers pay. */
  OtherPaymentUrl: addressTemplate(CHECKOUT_FIELDS),
  /** Where the state of an order can be queried; nothing is queried without it. */
  OtherPaymentStateUrl: addressTemplate(['order']),
  OtherPaymentSecret: secret(),
  OtherPaymentCurrency: select(SHOP_CURRENCIES),
  OtherPaymentUnitPrice: number({ default: 1, min: 0, max: MAX_RATIO }),
  /** Replaces ServerAddress in what the payment service calls back. */
  CustomCallbackAddress: address(),
  /** Shop currency per dollar. */
  Price: number({ default: 7.3, min: 0, max: MAX_RATIO, status: 'price' }),
  MinTopUp: integer({ default: 1, min: 0, max: MAX_RATIO, status: 'min_topup' }),
  TopupGroupRatio: json({ default: { default: 1, vip: 1, svip: 1 }, schema: RatioByName }),
  TopUpLink: link({ status: 'top_up_link' }),
})
