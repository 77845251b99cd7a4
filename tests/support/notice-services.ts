/**
 * Stand-ins of the services that carry notices, written from the documents of each: they refuse
 * what the service would refuse, in its own words and with its own status. One TLS server plays
 * all of them; the host that was meant is in a header.
 */
import { createHmac } from 'node:crypto'
import { createWebhookSender } from '../../server/webhook'

const TLS = `${import.meta.dir}/../fixtures/tls`

/** Whatever it is: the stand-ins look closely. */
export type Json = ReturnType<typeof JSON.parse>

export interface Asked {
  readonly host: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Headers
  readonly body: Json
}

type Play = (asked: Asked, place: Place) => Response

interface Place {
  /** Epoch ms, as the gateway has it. */
  readonly nowMs: number
  /** Whether too much was said lately. */
  readonly isLimited: boolean
}

const json = (body: object, status = 200, headers: HeadersInit = {}) =>
  Response.json(body, { status, headers })

/** https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
const slack: Play = ({ path, body }, { isLimited }) => {
  if (isLimited)
    return new Response('rate_limited', { status: 429, headers: { 'retry-after': '90' } })
  if (path !== '/services/T1/B1/hush') return new Response('no_service', { status: 404 })
  const blocks: Json[] = body.attachments?.flatMap(({ blocks = [] }: Json) => blocks) ?? []
  const isFine = blocks.every(({ type, text }) =>
    type === 'header'
      ? text.type === 'plain_text' && text.text.length <= 150
      : type === 'section' && text.type === 'mrkdwn' && text.text.length <= 3000,
  )
  if (!isFine || typeof body.text !== 'string')
    return new Response('invalid_blocks', { status: 400 })
  return new Response('ok')
}

/** https://discord.com/developers/docs/resources/webhook#execute-webhook */
const discord: Play = ({ path, body }, { isLimited }) => {
  if (isLimited) {
    const told = { message: 'You are being rate limited.', retry_after: 90.5, global: false }
    return json(told, 429, { 'retry-after': '1' })
  }
  if (path !== '/api/webhooks/1/hush') {
    return json({ message: 'Unknown Webhook', code: 10015 }, 404)
  }
  const [embed] = body.embeds ?? []
  const isFine = embed?.title.length <= 256 && embed?.description.length <= 4096
  if (!isFine) return json({ message: 'Invalid Form Body', code: 50035 }, 400)
  return new Response(null, { status: 204 })
}

/** https://core.telegram.org/bots/api#sendmessage */
const telegram: Play = ({ path, body }, { isLimited }) => {
  const no = (error_code: number, description: string, more: object = {}) =>
    json({ ok: false, error_code, description, ...more }, error_code)
  if (path !== '/bot1:hush/sendMessage') return no(401, 'Unauthorized')
  if (isLimited) {
    return no(429, 'Too Many Requests: retry after 90', { parameters: { retry_after: 90 } })
  }
  if (body.chat_id !== '-100') return no(400, 'Bad Request: chat not found')
  const text: string = body.text
  if (body.parse_mode !== 'HTML' || /&(?!amp;|lt;|gt;|quot;)|<(?!\/?b>)/.test(text)) {
    return no(400, "Bad Request: can't parse entities")
  }
  const shown = text.replace(/<\/?b>/g, '').replace(/&\w+;/g, 'x')
  if (shown.length > 4096) return no(400, 'Bad Request: message is too long')
  return json({ ok: true, result: { message_id: 1, chat: { id: -100 } } })
}

/** https://open.feishu.cn/document/client-docs/bot-v3/add-custom-bot */
const feishu: Play = ({ path, body }, { isLimited, nowMs }) => {
  const no = (code: number, msg: string) => json({ code, msg, data: {} })
  if (path !== '/open-apis/bot/v2/hook/hush')
    return no(19001, 'param invalid: incoming webhook access token invalid')
  if (isLimited) return no(11232, 'frequency limited psm[lark.oapi.app_platform_runtime]')
  const { timestamp, sign, msg_type, card } = body
  const expected = createHmac('sha256', `${timestamp}\nhush`).digest('base64')
  const isRecent = Math.abs(Number(timestamp) * 1000 - nowMs) < 3_600_000
  if (sign !== expected || !isRecent)
    return no(19021, 'sign match fail or timestamp is not within one hour from current time')
  if (msg_type !== 'interactive' || card.header.title.tag !== 'plain_text')
    return no(9499, 'Bad Request')
  return json({ StatusCode: 0, StatusMessage: 'success', code: 0, data: {}, msg: 'success' })
}

/** https://open.dingtalk.com/document/robots/custom-robot-access */
const dingtalk: Play = ({ path, query, body }, { isLimited, nowMs }) => {
  const no = (errcode: number, errmsg: string) => json({ errcode, errmsg })
  if (path !== '/robot/send' || query.get('access_token') !== 'hush') {
    return no(300005, 'token is not exist')
  }
  if (isLimited) return no(130101, 'send too fast, exceed 20 times per minute')
  const timestamp = query.get('timestamp')
  const expected = createHmac('sha256', 'SECx').update(`${timestamp}\nSECx`).digest('base64')
  if (Math.abs(Number(timestamp) - nowMs) > 3_600_000) return no(310000, 'invalid timestamp')
  if (query.get('sign') !== expected) return no(310000, 'sign not match')
  if (body.msgtype !== 'text' || !body.text?.content) return no(40035, 'missing parameter')
  return no(0, 'ok')
}

/** https://developer.work.weixin.qq.com/document/path/91770 */
const wecom: Play = ({ path, query, body }, { isLimited }) => {
  const no = (errcode: number, errmsg: string) => json({ errcode, errmsg })
  if (path !== '/cgi-bin/webhook/send' || query.get('key') !== 'hush') {
    return no(93000, 'invalid webhook url')
  }
  if (isLimited) return no(45009, 'api freq out of limit')
  if (Buffer.byteLength(body.text?.content ?? '') > 2048) {
    return no(40058, 'text.content exceed max length 2048')
  }
  return no(0, 'ok')
}

/** https://sct.ftqq.com and https://doc.sc3.ft07.com/serverchan3/server/api */
const serverchan: Play = ({ host, path, body }, { isLimited }) => {
  const known = ['sctapi.ftqq.com/SCThush.send', '42.push.ft07.com/send/sctp42thush.send']
  if (!known.includes(host + path))
    return json({ code: 40001, message: '[AUTH]错误的Key', info: '' }, 400)
  if (isLimited) return json({ code: 40001, message: '[INPUT]超过当天的发送次数限制[5]' })
  if (!body.title || [...body.title].length > 32)
    return json({ code: 40002, message: 'title' }, 400)
  return json({ code: 0, message: '', data: { pushid: '1', error: 'SUCCESS', errno: 0 } })
}

/** https://github.com/Finb/bark-server/blob/master/docs/API_V2.md */
const bark: Play = ({ path, body }, { isLimited }) => {
  const no = (code: number, message: string) => json({ code, message, timestamp: 1 }, code)
  if (path !== '/push') return no(404, 'Cannot POST')
  if (isLimited) return no(429, 'too many requests')
  if (body.device_key !== 'hush') {
    const told = `failed to get [${body.device_key}] device token from database`
    return no(400, `failed to get device token: ${told}`)
  }
  const levels = ['critical', 'active', 'timeSensitive', 'passive']
  if (!levels.includes(body.level) || JSON.stringify(body).length > 4096)
    return no(500, 'push failed')
  return no(200, 'success')
}

/** https://docs.ntfy.sh/publish/#publish-as-json */
const ntfy: Play = ({ path, headers, body }, { isLimited }) => {
  const no = (code: number, error: string) => {
    const http = Math.floor(code / 100)
    return json({ code, http, error, link: 'https://ntfy.sh/docs/publish/' }, http)
  }
  if (path !== '/') return no(40401, 'page not found')
  if (isLimited) return no(42901, 'limit reached: too many requests')
  if (headers.get('authorization') !== 'Bearer tk_hush') return no(40301, 'forbidden')
  if (!/^[-_A-Za-z0-9]{1,64}$/.test(body.topic)) return no(40024, 'invalid request: topic invalid')
  const isFine = Number.isInteger(body.priority) && body.priority >= 1 && body.priority <= 5
  if (!isFine || Buffer.byteLength(body.message) > 4096) return no(40007, 'invalid priority')
  return json({ id: 'x', time: 1, event: 'message', topic: body.topic, message: body.message })
}

/** https://gotify.net/api-docs */
const gotify: Play = ({ path, headers, body }, { isLimited }) => {
  const no = (errorCode: number, error: string, errorDescription: string) =>
    json({ error, errorCode, errorDescription }, errorCode)
  if (path !== '/message') return no(404, 'Not Found', 'page not found')
  if (isLimited) return new Response('<html>slow down</html>', { status: 503 })
  if (headers.get('x-gotify-key') !== 'hush') {
    return no(
      401,
      'Unauthorized',
      'you need to provide a valid access token or user credentials to access this api',
    )
  }
  if (typeof body.message !== 'string') return no(400, 'Bad Request', "Field 'message' is required")
  return json({
    id: 1,
    appid: 1,
    message: body.message,
    title: body.title,
    priority: body.priority,
  })
}

/** https://developer.pagerduty.com/docs/events-api-v2/trigger-events/ */
const pagerduty: Play = ({ path, body }, { isLimited }) => {
  if (path !== '/v2/enqueue') return json({ status: 'not found' }, 404)
  if (isLimited) return new Response('', { status: 429 })
  const { routing_key, event_action, dedup_key = '', payload } = body
  const no = (problem: string) =>
    json({ status: 'invalid event', message: 'Event object is invalid', errors: [problem] }, 400)
  if (routing_key !== 'hush') return no("'routing_key' is invalid")
  if (dedup_key.length > 255) return no("'dedup_key' is too long")
  const severities = ['critical', 'error', 'warning', 'info']
  const isFine =
    event_action === 'resolve' ||
    (event_action === 'trigger' &&
      payload.summary.length <= 1024 &&
      typeof payload.source === 'string' &&
      severities.includes(payload.severity))
  if (!isFine) return no("'payload' is invalid")
  return json({ status: 'success', message: 'Event processed', dedup_key }, 202)
}

/** https://wxpusher.zjiecode.com/docs/#/?id=send-msg */
const wxpusher: Play = ({ path, body }, { isLimited }) => {
  const no = (code: number, msg: string) => json({ code, msg, data: null, success: false })
  if (path !== '/api/send/message') return no(1001, 'no such api')
  if (isLimited) return no(1005, '发送过快')
  if (body.appToken !== 'AT_hush') return no(1001, 'appToken 不正确')
  const data = body.uids.map((uid: string) =>
    uid === 'UID_a' ? { uid, code: 1000 } : { uid, code: 1001, status: 'uid 不存在' },
  )
  return json({ code: 1000, msg: '处理成功', data, success: true })
}

/** Of one's own: signed with the secret over the body. */
const webhook: Play = ({ headers, body }, { isLimited }) => {
  if (isLimited) return new Response('', { status: 429, headers: { 'retry-after': '90' } })
  const expected = createHmac('sha256', 'hush').update(JSON.stringify(body)).digest('hex')
  return new Response(null, {
    status: headers.get('x-webhook-signature') === expected ? 204 : 401,
  })
}

const PLAYS: Readonly<Record<string, Play>> = {
  'hooks.slack.com': slack,
  'discord.com': discord,
  'api.telegram.org': telegram,
  'open.feishu.cn': feishu,
  'oapi.dingtalk.com': dingtalk,
  'qyapi.weixin.qq.com': wecom,
  'sctapi.ftqq.com': serverchan,
  '42.push.ft07.com': serverchan,
  'api.day.app': bark,
  'ntfy.sh': ntfy,
  'gotify.example': gotify,
  'events.pagerduty.com': pagerduty,
  'wxpusher.zjiecode.com': wxpusher,
  'hooks.example': webhook,
}

export async function startNoticeServices(nowMs: () => number) {
  const [cert, key] = await Promise.all(
    ['localhost-cert.pem', 'localhost-key.pem'].map((file) => Bun.file(`${TLS}/${file}`).text()),
  )
  const asked: Asked[] = []
  const state = { isLimited: false, isDown: false }
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    tls: { cert, key },
    async fetch(request) {
      const { pathname: path, searchParams: query } = new URL(request.url)
      const { headers } = request
      const host = headers.get('x-meant-host') ?? ''
      const one = { host, path, query, headers, body: Object(await request.json()) }
      asked.push(one)
      if (state.isDown) return new Response('', { status: 502 })
      return PLAYS[host]?.(one, { ...state, nowMs: nowMs() }) ?? new Response('', { status: 421 })
    },
  })
  const send = createWebhookSender({
    resolve: async () => ['127.0.0.1'],
    trusted: { certificate: cert ?? '' },
  })
  return {
    asked,
    state,
    /** Another host than was meant, on the port of the stand-ins. */
    sendWebhook: (async (request) => {
      const { host, pathname, search } = new URL(request.url)
      const headers = { ...request.headers, 'x-meant-host': host }
      return await send({
        ...request,
        headers,
        url: `https://hooks.example:${server.port}${pathname}${search}`,
      })
    }) satisfies ReturnType<typeof createWebhookSender>,
    [Symbol.asyncDispose]: () => server.stop(true),
  }
}

export type NoticeServices = Awaited<ReturnType<typeof startNoticeServices>>
