/** A question to a channel's upstream about the account itself, outside routing and billing. */
import { UpstreamError } from '../../../domain/errors/gateway-error'
import type { AccountChannel } from '../../call/channel/vendor'
import { parseAnswer } from '../../call/stream/answer'
import { readError } from '../../formats/dialects/openai/error'
import { connectionTo } from '../../net/connection-to'
import { exchange } from '../../net/exchange'
import type { Upstream } from '../../net/upstream'
import type { JsonObject } from '../../wire/chat'

const MAX_ANSWER_BYTES = 4 * 1024 * 1024

export interface AccountQuestion {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** Throws what broke the exchange, `upstream.refused`, or `upstream.invalid_answer`. */
export async function askAccount(
  upstream: Upstream,
  channel: AccountChannel,
  question: AccountQuestion,
): Promise<JsonObject> {
  return parseAnswer(await askText(upstream, channel, question))
}

/** The same, for answers that need not be an object. */
export async function askText(
  upstream: Upstream,
  channel: AccountChannel,
  { url, headers }: AccountQuestion,
): Promise<string> {
  const answer = await exchange(
    upstream,
    {
      method: 'GET',
      url,
      headers: { accept: 'application/json', 'user-agent': 'gw', ...headers },
      body: null,
      ...connectionTo(channel),
    },
    MAX_ANSWER_BYTES,
  )
  if (answer.status < 200 || answer.status >= 300) {
    throw new UpstreamError({ ...readError(answer.status, answer.text), status: answer.status })
  }
  return answer.text
}

export function bearer(key: string): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${key}` }
}
