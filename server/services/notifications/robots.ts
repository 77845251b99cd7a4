/**
 * Robots of group chats. Their addresses take messages of their own form, and tell a refusal in
 * an answer whose status is 200.
 */
import { createHmac } from 'node:crypto'

interface Message {
  readonly text: string
  /** "" for none. */
  readonly secret: string
  readonly nowMs: number
}

interface Robot {
  readonly host: string
  readonly path: string
  /** The address to post to, where a secret signs it. */
  readonly signed?: (url: URL, message: Message) => URL
}

const ROBOTS: readonly Robot[] = [
  // DingTalk.
  { host: 'oapi.dingtalk.com', path: '/robot/send', signed: signedByTime },
  // WeCom; the key in its address is all the proof it takes.
  { host: 'qyapi.weixin.qq.com', path: '/cgi-bin/webhook/send' },
]

/** DingTalk takes the time, in ms, and a signature over it and the secret. */
function signedByTime(url: URL, { secret, nowMs }: Message): URL {
  if (secret === '') return url
  const made = new URL(url)
  const sign = createHmac('sha256', secret).update(`${nowMs}\n${secret}`).digest('base64')
  made.searchParams.set('timestamp', String(nowMs))
  made.searchParams.set('sign', sign)
  return made
}

export interface RobotRequest {
  readonly url: string
  readonly body: string
}

/** `undefined` for an address that is no robot's. */
export function robotRequest(address: string, message: Message): RobotRequest | undefined {
  const url = URL.parse(address)
  const robot = ROBOTS.find(({ host, path }) => url?.host === host && url.pathname === path)
  if (url === null || robot === undefined) return undefined
  return {
    url: (robot.signed?.(url, message) ?? url).href,
    body: JSON.stringify({ msgtype: 'text', text: { content: message.text } }),
  }
}

const MOST_CHARACTERS = 200

/** Why a robot has refused; `undefined` when it says that it has not. */
export function robotRefusal(answer: string): string | undefined {
  try {
    const { errcode, errmsg } = Object(JSON.parse(answer))
    if (errcode === 0) return undefined
    return `${errcode} ${errmsg}`.slice(0, MOST_CHARACTERS)
  } catch {
    return answer.slice(0, MOST_CHARACTERS) || '-'
  }
}
