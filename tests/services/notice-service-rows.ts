/** What is asked of every service that carries notices, and what it is to get. */
import type { Json } from '../support/notice-services'

const HEADLINE = '[Warning] Channel "<main> & *7*" (#7) was disabled'
interface ServiceRow {
  readonly service: string
  readonly fields: Readonly<Record<string, string>>
  readonly wrong: Readonly<Record<string, string>>
  readonly refused: string
  /** Of "too much was said". */
  readonly limited: string
  /** As the service tells it, else our own pause. */
  readonly waitMs?: number
  readonly shows: (body: Json) => unknown
  readonly like: unknown
}

export const SERVICE_ROWS: readonly ServiceRow[] = [
  {
    service: 'webhook',
    fields: { url: 'https://hooks.example/gw', secret: 'hush' },
    wrong: { secret: 'wrong' },
    refused: 'The webhook did not accept it: HTTP 401',
    limited: 'The webhook did not accept it: HTTP 429',
    waitMs: 90_000,
    shows: ({ type, severity, recovered, incident }) => ({ type, severity, recovered, incident }),
    like: { type: 'channel_update', severity: 'warning', recovered: false, incident: 'channel_7' },
  },
  {
    service: 'slack',
    fields: { url: 'https://hooks.slack.com/services/T1/B1/hush' },
    wrong: { url: 'https://hooks.slack.com/services/T1/B1/x' },
    refused: 'Slack did not accept it: HTTP 404 no_service',
    limited: 'Slack did not accept it: HTTP 429 rate_limited',
    waitMs: 90_000,
    shows: ({ text }) => text,
    like: '[Warning] Channel "&lt;main&gt; &amp; *7*" (#7) was disabled',
  },
  {
    service: 'discord',
    fields: { url: 'https://discord.com/api/webhooks/1/hush' },
    wrong: { url: 'https://discord.com/api/webhooks/1/x' },
    refused: 'Discord did not accept it: HTTP 404 Unknown Webhook',
    limited: 'Discord did not accept it: HTTP 429 You are being rate limited.',
    waitMs: 90_500,
    shows: ({ embeds, allowed_mentions }) => [embeds[0].title, allowed_mentions],
    like: ['\\[Warning\\] Channel "\\<main\\> & \\*7\\*" \\(\\#7\\) was disabled', { parse: [] }],
  },
  {
    service: 'telegram',
    fields: { token: '1:hush', chat_id: '-100' },
    wrong: { chat_id: '-5' },
    refused: 'Telegram did not accept it: HTTP 400 Bad Request: chat not found',
    limited: 'Telegram did not accept it: HTTP 429 Too Many Requests: retry after 90',
    waitMs: 90_000,
    shows: ({ text }) => text.split('\n')[0],
    like: '<b>[Warning] Channel "&lt;main&gt; &amp; *7*" (#7) was disabled</b>',
  },
  {
    service: 'feishu',
    fields: { url: 'https://open.feishu.cn/open-apis/bot/v2/hook/hush', secret: 'hush' },
    wrong: { secret: 'wrong' },
    refused: 'Feishu / Lark did not accept it: 19021 sign match fail or timestamp is not within',
    limited: 'Feishu / Lark did not accept it: 11232 frequency limited',
    shows: ({ card }) => [card.header.template, card.header.title.content],
    like: ['orange', HEADLINE],
  },
  {
    service: 'dingtalk',
    fields: { url: 'https://oapi.dingtalk.com/robot/send?access_token=hush', secret: 'SECx' },
    wrong: { secret: 'SECy' },
    refused: 'DingTalk did not accept it: 310000 sign not match',
    limited: 'DingTalk did not accept it: 130101 send too fast',
    shows: ({ text }) => text.content.split('\n')[0],
    like: HEADLINE,
  },
  {
    service: 'wecom',
    fields: { url: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=hush' },
    wrong: { url: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=x' },
    refused: 'WeCom did not accept it: 93000 invalid webhook url',
    limited: 'WeCom did not accept it: 45009 api freq out of limit',
    shows: ({ text }) => text.content.split('\n')[0],
    like: HEADLINE,
  },
  {
    service: 'serverchan',
    fields: { key: 'SCThush' },
    wrong: { key: 'SCTx' },
    refused: 'ServerChan did not accept it: 40001 [AUTH]错误的Key',
    limited: 'ServerChan did not accept it: 40001 [INPUT]超过当天的发送次数限制[5]',
    shows: ({ title }) => title,
    like: '[Warning] Channel "<main> & *7*…',
  },
  {
    service: 'serverchan',
    fields: { key: 'sctp42thush' },
    wrong: { key: 'sctp42tx' },
    refused: 'ServerChan did not accept it: 40001 [AUTH]错误的Key',
    limited: 'ServerChan did not accept it: 40001',
    shows: ({ desp }) => desp.split('\n\n')[0],
    like: '\\[Warning\\] Channel "\\<main\\> & \\*7\\*" (\\#7) was disabled',
  },
  {
    service: 'bark',
    fields: { key: 'hush' },
    wrong: { key: 'hushed' },
    refused: 'Bark did not accept it: 400 failed to get device token: failed to get [***]',
    limited: 'Bark did not accept it: 429 too many requests',
    shows: ({ level, group }) => [level, group],
    like: ['timeSensitive', 'Gate & Way'],
  },
  {
    service: 'ntfy',
    fields: { topic: 'ops', token: 'tk_hush' },
    wrong: { token: 'tk_x' },
    refused: 'ntfy did not accept it: HTTP 403 forbidden',
    limited: 'ntfy did not accept it: HTTP 429 limit reached: too many requests',
    shows: ({ priority, tags }) => [priority, tags],
    like: [4, ['warning']],
  },
  {
    service: 'gotify',
    fields: { server: 'https://gotify.example/', token: 'hush' },
    wrong: { token: 'x' },
    refused: 'Gotify did not accept it: HTTP 401 you need to provide a valid access token',
    limited: 'Gotify did not accept it: HTTP 503',
    shows: ({ title, priority }) => [title, priority],
    like: [HEADLINE, 8],
  },
  {
    service: 'pagerduty',
    fields: { key: 'hush' },
    wrong: { key: 'x' },
    refused: 'PagerDuty did not accept it: HTTP 400 Event object is invalid',
    limited: 'PagerDuty did not accept it: HTTP 429',
    shows: ({ event_action, dedup_key, payload }) => [event_action, dedup_key, payload.severity],
    like: ['trigger', 'Gate & Way/channel_7', 'warning'],
  },
  {
    service: 'wxpusher',
    fields: { token: 'AT_hush', receivers: 'UID_a, 12' },
    wrong: { receivers: 'UID_b' },
    refused: 'WxPusher did not accept it: 1001 uid 不存在',
    limited: 'WxPusher did not accept it: 1005 发送过快',
    shows: ({ uids, topicIds }) => [uids, topicIds],
    like: [['UID_a'], [12]],
  },
]
