/**
 * Robots of group chats and push services. Their addresses take messages of their own form, and
 * tell a refusal in an answer whose status is 200.
 */
import { createHmac } from 'node:crypto'
import { isRecord } from '../../domain/json/records'

interface Message {
  readonly text: string
  /** "" for none. */
  readonly secret: string
  readonly nowMs: number
}

export interface RobotRequest {
  readonly url: string
  readonly body: string
  /** Why an answer refuses; `undefined` when it says that it does not. */
  readonly refusal: (answer: string) => string | undefined
}

interface Robot {
  readonly host: string
  readonly path: string
  /** As its address and body are to be. */
  readonly made: (url: URL, message: Message) => Omit<RobotRequest, 'refusal'>
  readonly refusal: RobotRequest['refusal']
}

const ROBOTS: readonly Robot[] = [
  {
    host: 'oapi.dingtalk.com',
    path: '/robot/send',
    made: (url, message) => ({ url: signedByTime(url, message), body: chatText(message) }),
    refusal: errcodeIn,
  },
  // WeCom; the key in its address is all the proof it takes.
  {
    host: 'qyapi.weixin.qq.com',
    path: '/cgi-bin/webhook/send',
    made: (url, message) => ({ url: url.href, body: chatText(message) }),
    refusal: errcodeIn,
  },
  // Of an application: `?uid=UID_…` or `?topicId=…`, and its token as the secret.
  {
    host: 'wxpusher.zjiecode.com',
    path: '/api/send/message',
    made: ({ origin, pathname, searchParams }, { text: content, secret }) => {
      const appToken = searchParams.get('appToken') ?? secret
      const [uids, topicIds] = [searchParams.getAll('uid'), searchParams.getAll('topicId')]
      const body = { appToken, content, contentType: PLAIN, uids, topicIds: topicIds.map(Number) }
      return { url: origin + pathname, body: JSON.stringify(body) }
    },
    refusal: wxPusherRefusal,
  },
  // Of one receiver, without an application: `?spt=SPT_…`.
  {
    host: 'wxpusher.zjiecode.com',
    path: '/api/send/message/simple-push',
    made: ({ origin, pathname, searchParams }, { text: content, secret }) => {
      const body = { content, contentType: PLAIN, spt: searchParams.get('spt') ?? secret }
      return { url: origin + pathname, body: JSON.stringify(body) }
    },
    refusal: wxPusherRefusal,
  },
]

/** Of WxPusher, beside HTML and Markdown. */
const PLAIN = 1

function chatText({ text }: Message): string {
  return JSON.stringify({ msgtype: 'text', text: { content: text } })
}

/** DingTalk takes the time, in ms, and a signature over it and the secret. */
function signedByTime(url: URL, { secret, nowMs }: Message): string {
  if (secret === '') return url.href
  const made = new URL(url)
  const sign = createHmac('sha256', secret).update(`${nowMs}\n${secret}`).digest('base64')
  made.searchParams.set('timestamp', String(nowMs))
  made.searchParams.set('sign', sign)
  return made.href
}

/** `undefined` for an address that is no robot's. */
export function robotRequest(address: string, message: Message): RobotRequest | undefined {
  const url = URL.parse(address)
  if (url === null) return undefined
  const path = url.pathname.replace(/\/$/, '')
  const robot = ROBOTS.find((one) => one.host === url.host && one.path === path)
  return robot && { ...robot.made(url, message), refusal: robot.refusal }
}

const MOST_CHARACTERS = 200

function errcodeIn(answer: string): string | undefined {
  return refusalIn(answer, ({ errcode, errmsg }) =>
    errcode === 0 ? undefined : `${errcode} ${errmsg}`,
  )
}

const WXPUSHER_TAKEN = 1000

/** Of the whole, else of one of the receivers. */
function wxPusherRefusal(answer: string): string | undefined {
  return refusalIn(answer, ({ code, msg, data }) => {
    if (code !== WXPUSHER_TAKEN) return `${code} ${msg}`
    const receivers: readonly unknown[] = Array.isArray(data) ? data : []
    const refused = receivers.filter(isRecord).find((one) => one.code !== WXPUSHER_TAKEN)
    return refused && `${refused.code} ${refused.status}`
  })
}

type Fields = Readonly<Record<string, unknown>>

function refusalIn(answer: string, read: (fields: Fields) => string | undefined) {
  try {
    return read(Object(JSON.parse(answer)))?.slice(0, MOST_CHARACTERS)
  } catch {
    return answer.slice(0, MOST_CHARACTERS) || '-'
  }
}
