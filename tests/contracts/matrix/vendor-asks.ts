/** One vendor asked once, in one of its formats, and what it was asked. */
import type { DialectName, Operation } from '../../../server/domain/calls/protocol'
import type { Gateway } from '../../support/gateway'
import { json, type RecordedRequest, type Reply, type Upstream } from '../../support/upstream'
import { CALLS, type CallCell } from './calls'
import { claudeClient } from './claude-client'
import type { MatrixClient } from './client'
import { geminiClient } from './gemini-client'
import { openaiClient } from './openai-client'
import { responsesClient } from './responses-client'
import { UPSTREAMS } from './upstreams'

/** What is asked, and in which format. */
export type VendorAsk = `${Operation} ${DialectName}`

/** Clients that pass as they come; the others' vendors are asked by clients of OpenAI. */
const CLIENTS: Readonly<Partial<Record<DialectName, MatrixClient>>> = {
  responses: responsesClient,
  anthropic: claudeClient,
  gemini: geminiClient,
}

export interface Judge {
  /** The reply, for requests that are as the vendor documents them. */
  readonly judge: (request: RecordedRequest, reply: Reply) => Reply
}

export interface AskedOf {
  readonly status: number
  readonly text: string
  /** Host and path, without the scheme. */
  readonly at: string
  readonly headers: Readonly<Record<string, string>>
}

interface Asking extends Judge {
  readonly gateway: Gateway
  readonly upstream: Upstream
  readonly model: string
}

export async function askVendor(asking: Asking, ask: VendorAsk): Promise<AskedOf> {
  const { gateway, upstream, model, judge } = asking
  const [operation, dialect] = ask.split(' ') as [Operation, DialectName]
  const { send, reply } = operation === 'chat' ? chat(dialect) : call(operation, dialect)
  upstream.script((request) => judge(request, reply))
  const response = await send(gateway, model)
  const text = await response.text()
  const { headers, path } = upstream.last()
  return { status: response.status, text, at: `${headers.host ?? ''}${path}`, headers }
}

interface Sent {
  readonly send: (gateway: Gateway, model: string) => Promise<Response>
  readonly reply: Reply
}

function chat(dialect: DialectName): Sent {
  const client = CLIENTS[dialect] ?? openaiClient
  const send: Sent['send'] = (gateway, model) => {
    const question = { model, stream: false, text: 'Two plus two?' }
    return gateway.post(client.path(question), client.body(question))
  }
  return { send, reply: UPSTREAMS[dialect].reply('text', false) }
}

/** As the matrix asks it; vendors of a format of their own are asked by OpenAI's clients. */
function call(operation: Exclude<Operation, 'chat'>, dialect: DialectName): Sent {
  if (operation === 'realtime') throw new Error('a socket is no request')
  const cells = CALLS[operation]
  const names = (['openai', 'claude', 'gemini', 'responses'] as const).map(
    (protocol): CallCell => `${protocol} at ${dialect}`,
  )
  const cell = names.map((name) => cells[name]).find((one) => one !== undefined)
  if (cell === undefined) throw new Error(`nobody asks ${operation} of ${dialect}`)
  return { send: cell.ask, reply: cell.reply }
}

/** A chat with every wish in it, translated for a vendor of OpenAI's format. */
export async function wishesTo(
  { gateway, upstream, model }: Omit<Asking, 'judge'>,
  wishes: object,
): Promise<Readonly<Record<string, unknown>>> {
  upstream.script(json({ error: { message: 'seen' } }, { status: 400 }))
  const question = { model, stream: true, text: '', ...wishes }
  await gateway.post(geminiClient.path(question), geminiClient.body(question))
  return Object(upstream.last().json)
}
