/** How WeChat Pay's API v3 is called and believed: signatures both ways, and sealed notices. */
import { createDecipheriv, type KeyObject, sign, verify } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { nowSeconds } from '../../../clock'
import { GatewayError } from '../../../domain/errors/gateway-error'
import { ALPHANUMERIC } from '../../../random'
import type { PaymentAnswer, ServiceDeps } from '../../service-deps'
import { askService, jsonIn, serviceFailed } from './ask-service'
import type { RawNotice } from './service'

export interface WechatAccount {
  readonly address: string
  readonly merchantId: string
  readonly appId: string
  /** Of the merchant's API certificate. */
  readonly serial: string
  readonly privateKey: () => KeyObject
  /** Of WeChat Pay. */
  readonly publicKeyId: string
  readonly publicKey: () => KeyObject
  readonly apiKey: () => string
  /** Where refunds are notified. */
  readonly noticeUrl: string
}

export interface WechatRequest {
  /** With its query. */
  readonly path: string
  /** Makes it a POST. */
  readonly content?: object
}

const TOLERANCE_SECONDS = 300

function authorization(
  { random, clock }: ServiceDeps,
  { merchantId, serial, privateKey }: WechatAccount,
  { path, content }: WechatRequest,
): string {
  const timestamp = nowSeconds(clock)
  const nonce = random.text(32, ALPHANUMERIC)
  const [method, body] = content === undefined ? ['GET', ''] : ['POST', JSON.stringify(content)]
  const text = `${method}\n${path}\n${timestamp}\n${nonce}\n${body}\n`
  const fields = {
    mchid: merchantId,
    nonce_str: nonce,
    timestamp: String(timestamp),
    serial_no: serial,
    signature: sign('sha256', Buffer.from(text), privateKey()).toString('base64'),
  }
  const parameters = Object.entries(fields).map(([name, value]) => `${name}="${value}"`)
  return `WECHATPAY2-SHA256-RSA2048 ${parameters.join(',')}`
}

const Refusal = Type.Object({ code: Type.String(), message: Type.Optional(Type.String()) })

export interface WechatAnswer {
  readonly status: number
  /** Of WeChat Pay's making when the status is below 300; else of anybody's. */
  readonly content: unknown
  /** Why it was refused; "" when it was not. */
  readonly code: string
  readonly reason: string
}

/** Throws `payment.service_failed` for what is neither signed nor a refusal. */
export async function askWechat(
  deps: ServiceDeps,
  account: WechatAccount,
  request: WechatRequest,
): Promise<WechatAnswer> {
  const { path, content } = request
  const answer = await askService(deps, 'wechat', {
    url: `${account.address}${path}`,
    headers: {
      authorization: authorization(deps, account, request),
      'content-type': 'application/json',
      'wechatpay-serial': account.publicKeyId,
    },
    ...(content !== undefined && { body: JSON.stringify(content) }),
  })
  const { status, text } = answer
  if (status >= 200 && status < 300) {
    requireSigned(account, answer, nowSeconds(deps.clock))
    return { status, content: jsonIn(text), code: '', reason: '' }
  }
  const refusal = jsonIn(text)
  // What was requested may have been done all the same.
  if (status >= 500 || status === 429 || !Value.Check(Refusal, refusal)) {
    throw serviceFailed('wechat', `HTTP ${status}`)
  }
  const { code, message = '' } = refusal
  if (code === 'SIGN_ERROR') {
    throw serviceFailed('wechat', 'WechatPayPrivateKey and WechatPaySerial do not belong together')
  }
  return { status, content: undefined, code, reason: `${code} ${message}` }
}

type Signed = Pick<PaymentAnswer, 'text' | 'header'>

function isSigned({ publicKey }: WechatAccount, { text, header }: Signed, now: number): boolean {
  const timestamp = header('wechatpay-timestamp')
  const signed = `${timestamp}\n${header('wechatpay-nonce')}\n${text}\n`
  const signature = Buffer.from(header('wechatpay-signature'), 'base64')
  const isFresh =
    /^\d{1,12}$/.test(timestamp) && Math.abs(now - Number(timestamp)) <= TOLERANCE_SECONDS
  return isFresh && verify('sha256', Buffer.from(signed), publicKey(), signature)
}

function requireSigned(account: WechatAccount, answer: Signed, now: number): void {
  const serial = answer.header('wechatpay-serial')
  if (serial !== account.publicKeyId) {
    const reason = 'an answer is signed with another key than WechatPayPublicKeyId names'
    throw serviceFailed('wechat', reason)
  }
  if (isSigned(account, answer, now)) return
  throw serviceFailed('wechat', 'an answer is not signed with the key in WechatPayPublicKey')
}

const Sealed = Type.Object({
  event_type: Type.String(),
  resource: Type.Object({
    algorithm: Type.Literal('AEAD_AES_256_GCM'),
    ciphertext: Type.String(),
    nonce: Type.String(),
    associated_data: Type.Optional(Type.String()),
  }),
})

export interface OpenedNotice {
  readonly event: string
  readonly resource: unknown
}

/** Throws `payment.signature_invalid`, for old ones too. */
export function openNotice(
  account: WechatAccount,
  { body, header }: RawNotice,
  now: number,
): OpenedNotice {
  const isOurs = header('wechatpay-serial') === account.publicKeyId
  if (!isOurs || !isSigned(account, { text: body, header }, now)) {
    throw new GatewayError('payment.signature_invalid')
  }
  const notice = jsonIn(body)
  if (!Value.Check(Sealed, notice)) throw new GatewayError('payment.notice_unreadable')
  return { event: notice.event_type, resource: jsonIn(unsealed(account, notice.resource)) }
}

interface SealedResource {
  readonly ciphertext: string
  readonly nonce: string
  readonly associated_data?: string
}

const TAG_BYTES = 16

function unsealed(account: WechatAccount, sealed: SealedResource): string {
  const { ciphertext, nonce, associated_data = '' } = sealed
  const bytes = Buffer.from(ciphertext, 'base64')
  try {
    const decipher = createDecipheriv('aes-256-gcm', account.apiKey(), nonce)
    decipher.setAAD(Buffer.from(associated_data))
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    const text = decipher.update(bytes.subarray(0, -TAG_BYTES))
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  } catch {
    // It is signed: WeChat Pay repeats it until the setting is right.
    throw serviceFailed('wechat', 'WechatPayApiV3Key does not open the notice')
  }
}
