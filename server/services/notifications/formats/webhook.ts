/** A receiver of the operator's or the user's own, by the fields that this family has. */
import { createHmac } from 'node:crypto'
import { DICTIONARIES, type Language, translate } from '../../../domain/i18n/translate'
import type { Message } from '../message'
import type { NoticeContent } from '../notice'
import type { Format } from './format'
import { refusalByStatus } from './read-answer'

export const webhook: Format = {
  perMinute: 60,
  made: (message, { url = '', secret = '' }) => {
    const body = JSON.stringify(bodyOf(message))
    return { url, body, headers: signatureHeaders(body, secret) }
  },
  refusal: (answer) => refusalByStatus(answer),
}

function signatureHeaders(body: string, secret: string): Record<string, string> {
  if (secret === '') return {}
  return {
    authorization: `Bearer ${secret}`,
    'x-webhook-signature': createHmac('sha256', secret).update(body).digest('hex'),
  }
}

function bodyOf(message: Message) {
  const { type, title, severity, contents, language, nowMs, incident, isRecovery } = message
  const [first] = contents
  const single = first !== undefined && contents.length === 1
  const said = single ? withPlaceholders(first, language) : { content: message.text, values: [] }
  return {
    type,
    title,
    ...said,
    timestamp: Math.floor(nowMs / 1000),
    ...(severity !== undefined && { severity, recovered: isRecovery }),
    ...(severity !== undefined && single && { incident }),
    ...(!single && { notices: contents.map((content) => noticeOf(content, language)) }),
  }
}

function noticeOf(notice: NoticeContent, language: Language) {
  const { severity, recovered = false, incident } = notice
  const title = translate(language, notice.title, notice.params)
  return { title, ...withPlaceholders(notice, language), severity, recovered, incident }
}

/** Receivers of this family fill each `{{value}}` with the next of the values. */
function withPlaceholders({ text, params, link }: NoticeContent, language: Language) {
  const values: (string | number)[] = []
  const content = DICTIONARIES[language][text].replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    values.push(params[name] ?? '')
    return '{{value}}'
  })
  if (link === undefined) return { content, values }
  return { content: `${content} {{value}}`, values: [...values, link] }
}
