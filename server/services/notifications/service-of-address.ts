/**
 * Users paste the address of a robot where a webhook is expected. Who gives such an address
 * means the service that it belongs to.
 */
import type { ServiceValues } from '../../domain/notices/services'
import type { Receiver } from './post'

interface KnownAddress {
  readonly host: string
  readonly path: RegExp
  readonly receiver: (url: URL, secret: string | undefined) => Receiver
}

const byAddress =
  (service: Receiver['service']) =>
  (url: URL, secret: string | undefined): Receiver => ({
    service,
    values: { url: url.href, ...(secret !== undefined && { secret }) },
  })

const KNOWN: readonly KnownAddress[] = [
  { host: 'oapi.dingtalk.com', path: /^\/robot\/send$/, receiver: byAddress('dingtalk') },
  {
    host: 'qyapi.weixin.qq.com',
    path: /^\/cgi-bin\/webhook\/send$/,
    receiver: byAddress('wecom'),
  },
  ...['open.feishu.cn', 'open.larksuite.com'].map((host) => ({
    host,
    path: /^\/open-apis\/bot\/v2\/hook\/[^/]+$/,
    receiver: byAddress('feishu'),
  })),
  { host: 'hooks.slack.com', path: /^\/services\//, receiver: byAddress('slack') },
  { host: 'discord.com', path: /^\/api\/webhooks\/\d+\/[^/]+$/, receiver: byAddress('discord') },
  // Of an application: `?uid=UID_…` or `?topicId=…`, and its token as the secret.
  {
    host: 'wxpusher.zjiecode.com',
    path: /^\/api\/send\/message$/,
    receiver: ({ searchParams }, secret = '') => ({
      service: 'wxpusher',
      values: {
        token: searchParams.get('appToken') ?? secret,
        receivers: [...searchParams.getAll('uid'), ...searchParams.getAll('topicId')].join(','),
      },
    }),
  },
  // Of one receiver, without an application: `?spt=SPT_…`.
  {
    host: 'wxpusher.zjiecode.com',
    path: /^\/api\/send\/message\/simple-push$/,
    receiver: ({ searchParams }, secret = '') => ({
      service: 'wxpusher',
      values: { token: searchParams.get('spt') ?? secret },
    }),
  },
]

export function receiverAt({ url: address = '', secret }: ServiceValues): Receiver {
  const url = URL.parse(address)
  const path = url?.pathname.replace(/\/$/, '') ?? ''
  const known = KNOWN.find((one) => one.host === url?.host && one.path.test(path))
  if (known !== undefined && url !== null) return known.receiver(url, secret)
  return { service: 'webhook', values: { url: address, ...(secret !== undefined && { secret }) } }
}
