/** ServerChan: both of its versions, distinguished by the key. */
import { plainText } from '../message'
import { clip, clipBytes } from './clip'
import type { Format } from './format'
import { refusalInBody } from './read-answer'

const MAX_TITLE = 32
const MAX_TEXT_BYTES = 32_000

export const serverchan: Format = {
  perMinute: 20,
  made: (message, { key = '' }) => {
    const title = clip(message.headline.replaceAll('\n', ' '), MAX_TITLE)
    // Markdown, in which one end of a line is none.
    const desp = escaped(plainText(message)).replaceAll('\n', '\n\n')
    return { url: addressOf(key), body: { title, desp: clipBytes(desp, MAX_TEXT_BYTES) } }
  },
  refusal: (answer) =>
    refusalInBody(answer, ({ code, message, error }) =>
      code === 0 ? undefined : `${code} ${message || error || ''}`,
    ),
}

/** The newer version has the number of the user in its keys, and a host for each. */
function addressOf(key: string): string {
  const [, user] = /^sctp(\d+)t/.exec(key) ?? []
  const path = `${encodeURIComponent(key)}.send`
  if (user === undefined) return `https://sctapi.ftqq.com/${path}`
  return `https://${user}.push.ft07.com/send/${path}`
}

function escaped(text: string): string {
  return text.replace(/[\\`*_[\]<>#]/g, '\\$&')
}
