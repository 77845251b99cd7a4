/** WxPusher, which pushes to WeChat. It refuses with status 200. */
import { isRecord } from '../../../domain/json/records'
import { plainText } from '../message'
import { clip } from './clip'
import type { Format } from './format'
import { refusalInBody } from './read-answer'

const ADDRESS = 'https://wxpusher.zjiecode.com/api/send/message'
const MAX_CONTENT = 40_000
/** In addition to HTML and Markdown. */
const PLAIN = 1
const TAKEN = 1000

export const wxpusher: Format = {
  perMinute: 60,
  made: (message, { token = '', receivers = '' }) => {
    const said = { content: clip(plainText(message), MAX_CONTENT), contentType: PLAIN }
    // A token of one receiver, without an application.
    if (token.startsWith('SPT_')) {
      return { url: `${ADDRESS}/simple-push`, body: { ...said, spt: token } }
    }
    const all = receivers.split(/[\s,]+/).filter((receiver) => receiver !== '')
    const isTopic = (receiver: string) => /^\d+$/.test(receiver)
    const uids = all.filter((receiver) => !isTopic(receiver))
    const topicIds = all.filter(isTopic).map(Number)
    return { url: ADDRESS, body: { ...said, appToken: token, uids, topicIds } }
  },
  // Of the whole, else of one of the receivers.
  refusal: (answer) =>
    refusalInBody(answer, ({ code, msg, data }) => {
      if (code !== TAKEN) return `${code} ${msg}`
      const sent: readonly unknown[] = Array.isArray(data) ? data : []
      const refused = sent.filter(isRecord).find((one) => one.code !== TAKEN)
      return refused && `${refused.code} ${refused.status}`
    }),
}
