/**
 * The Model Context Protocol on stdin and stdout: each message goes to `/mcp` of the gateway as it
 * is, and what is answered comes back. Nothing else may stand on stdout.
 */
import { createInterface } from 'node:readline'
import { recordOf } from '../../server/domain/json/records'
import type { Transport } from '../admin/gateway-transport'
import type { CommandContext } from '../command/context'
import { type Words, words } from '../words'
import { eventTexts } from './relay-client'

interface Bridge {
  readonly context: CommandContext
  readonly transport: Transport
  /** Without tools that change something. */
  readonly onlyReads: boolean
}

type Message = Readonly<Record<string, unknown>>

/** Until stdin ends and every request read by then is answered. */
export async function bridgeMcp(bridge: Bridge): Promise<void> {
  const { output, interruption } = bridge.context
  const running = new Set<Promise<void>>()
  for await (const line of createInterface({ input: process.stdin, signal: interruption() })) {
    if (line.trim() === '') continue
    const one = pass(bridge, line, (text) => output.write(`${text}\n`))
    running.add(one)
    void one.finally(() => running.delete(one))
  }
  await Promise.all(running)
}

async function pass(bridge: Bridge, line: string, say: (text: string) => void): Promise<void> {
  const message = recordOf(line)
  try {
    const response = await send(bridge, line, message)
    for await (const text of answersIn(response)) {
      // An event without a message keeps the connection alive.
      if (text === '') continue
      const answer = withId(recordOf(text), message)
      if (answer === undefined) throw new Error('no answer of the protocol')
      say(JSON.stringify(answer))
    }
  } catch {
    const { context, transport } = bridge
    // Of a notification nobody waits for an answer.
    if (message.id === undefined) return
    say(failure(message, context.translate(unanswered(transport))))
  }
}

const unanswered = ({ place }: Transport): Words =>
  words`${place} does not answer, or has no tools for assistants`

async function send(
  { context, transport, onlyReads }: Bridge,
  line: string,
  message: Message,
): Promise<Response> {
  return await transport.send({
    method: 'POST',
    address: onlyReads ? '/mcp?read_only=true' : '/mcp',
    headers: {
      accept: 'application/json, text/event-stream',
      'accept-language': context.language,
      'content-type': 'application/json',
      'new-api-user': String(transport.userId),
      ...protocolHeaders(message),
    },
    body: line,
  })
}

const VERSION = 'io.modelcontextprotocol/protocolVersion'

/** Since 2026-07-28 each request names its version, and HTTP repeats what it is about. */
function protocolHeaders({ method, params }: Message): Readonly<Record<string, string>> {
  const { _meta: meta, name, uri } = fieldsOf(params)
  const { [VERSION]: version } = fieldsOf(meta)
  if (typeof version !== 'string' || typeof method !== 'string') return {}
  const subject = name ?? uri
  return {
    'mcp-protocol-version': version,
    'mcp-method': method,
    ...(typeof subject === 'string' && { 'mcp-name': subject }),
  }
}

function fieldsOf(value: unknown): Message {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** None for a notification. */
async function* answersIn(response: Response): AsyncGenerator<string> {
  const { body, headers } = response
  if (body !== null && headers.get('content-type')?.startsWith('text/event-stream')) {
    yield* eventTexts(body)
    return
  }
  yield (await response.text()).trim()
}

/** When the gateway refuses everything, its answer names no request. */
function withId(answer: Message, { id }: Message): Message | undefined {
  if (answer.jsonrpc !== '2.0') return undefined
  return answer.id === null && id !== undefined ? { ...answer, id } : answer
}

/** An internal error of JSON-RPC. */
const FAILED = -32_603

function failure({ id }: Message, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code: FAILED, message } })
}
