/** How Alipay's gateway is called: signed requests, and answers whose signature is checked. */
import { type KeyObject, sign, verify } from 'node:crypto'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { ServiceDeps } from '../../service-deps'
import { askService, jsonIn, serviceFailed } from './ask-service'

export interface AlipayAccount {
  readonly gateway: string
  readonly appId: string
  /** Of the application. */
  readonly privateKey: () => KeyObject
  /** Of Alipay. */
  readonly publicKey: () => KeyObject
}

export type AlipayFields = Readonly<Record<string, string>>

export interface AlipayRequest {
  readonly method: string
  readonly content: AlipayFields
  /** `notify_url` and `return_url`. */
  readonly places?: AlipayFields
}

/** Alipay's clock, whatever the season. */
const BEIJING_MS = 8 * 3_600_000

export function beijingTime(ms: number): string {
  return new Date(ms + BEIJING_MS).toISOString().slice(0, 19).replace('T', ' ')
}

/** Every field with its name, in the order of the names. */
function signedText(fields: AlipayFields): string {
  return Object.entries(fields)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

/** The fields of a request, with `biz_content` and `sign`. */
export function signedRequest(
  { appId, privateKey }: AlipayAccount,
  { method, content, places = {} }: AlipayRequest,
  nowMs: number,
): AlipayFields {
  const fields = {
    app_id: appId,
    method,
    format: 'JSON',
    charset: 'utf-8',
    sign_type: 'RSA2',
    timestamp: beijingTime(nowMs),
    version: '1.0',
    ...places,
    biz_content: JSON.stringify(content),
  }
  const signature = sign('sha256', Buffer.from(signedText(fields)), privateKey())
  return { ...fields, sign: signature.toString('base64') }
}

function isSigned(text: string, signature: string, key: KeyObject): boolean {
  return verify('sha256', Buffer.from(text), key, Buffer.from(signature, 'base64'))
}

/** Notices are signed without their signature and its kind. */
export function isSignedNotice({ publicKey }: AlipayAccount, fields: AlipayFields): boolean {
  const { sign: signature = '', sign_type: kind, ...signed } = fields
  return kind === 'RSA2' && isSigned(signedText(signed), signature, publicKey())
}

const Text = Type.Optional(Type.String())
const Answer = Type.Object({
  code: Type.String(),
  msg: Text,
  sub_code: Text,
  sub_msg: Text,
  trade_no: Text,
  out_trade_no: Text,
  trade_status: Text,
  total_amount: Text,
  send_pay_date: Text,
  fund_change: Text,
  refund_status: Text,
  refund_amount: Text,
  buyer_user_id: Text,
  buyer_open_id: Text,
})
export type AlipayAnswer = Static<typeof Answer>

export const DONE = '10000'

/** Throws `payment.service_failed` also for what Alipay has not signed. */
export async function askAlipay(
  deps: ServiceDeps,
  account: AlipayAccount,
  request: AlipayRequest,
): Promise<AlipayAnswer> {
  const { biz_content, ...query } = signedRequest(account, request, deps.clock.nowMs())
  const { status, text } = await askService(deps, 'alipay', {
    url: `${account.gateway}?${new URLSearchParams(query)}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' },
    body: new URLSearchParams({ biz_content: biz_content ?? '' }).toString(),
  })
  const node = `${request.method.replaceAll('.', '_')}_response`
  const envelope = jsonIn(text)
  const answer = fieldOf(envelope, node) ?? fieldOf(envelope, 'error_response')
  if (!Value.Check(Answer, answer)) throw serviceFailed('alipay', `HTTP ${status}`)
  const signature = fieldOf(envelope, 'sign')
  const isOurs =
    typeof signature === 'string' && isSigned(objectAt(text, node), signature, account.publicKey())
  if (isOurs && !WRONG_SETTING.has(answer.sub_code ?? '')) return answer
  throw serviceFailed('alipay', faultOf(answer))
}

function fieldOf(value: unknown, name: string): unknown {
  const fields = Value.Check(Fields, value) ? value : {}
  return fields[name]
}
const Fields = Type.Record(Type.String(), Type.Unknown())

/** The object under a name, byte for byte as it was signed; "" when there is none. */
function objectAt(text: string, name: string): string {
  const label = text.indexOf(`"${name}"`)
  const start = label < 0 ? -1 : text.indexOf('{', label)
  if (start < 0) return ''
  let depth = 0
  // Texts are passed over, because they may contain brackets.
  for (const { 0: part, index } of text.slice(start).matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (part === '{') depth += 1
    if (part === '}') depth -= 1
    if (depth === 0) return text.slice(start, start + index + 1)
  }
  return ''
}

/** What is set wrongly when Alipay answers so. */
const WRONG_SETTING: ReadonlyMap<string, string> = new Map([
  ['isv.invalid-signature', 'AlipayPrivateKey is not the key of this application'],
  ['isv.missing-signature-key', 'the application has no public key at Alipay'],
  ['isv.invalid-app-id', 'AlipayAppId is unknown to Alipay'],
])

function faultOf({ code, sub_code = '', sub_msg = '', msg = '' }: AlipayAnswer): string {
  const known = WRONG_SETTING.get(sub_code)
  if (known !== undefined) return known
  if (code === DONE) return 'the answer is not signed with the key in AlipayPublicKey'
  return `an unsigned answer: ${sub_code || code} ${sub_msg || msg}`
}
