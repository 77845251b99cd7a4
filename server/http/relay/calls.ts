/** The billable routes: one row each, all through the same pipeline. */
import { Elysia } from 'elysia'
import { CALL_ROUTES, type CallRoute, TURN_ROUTES } from '../../domain/calls/routes'
import { GatewayError } from '../../domain/errors/gateway-error'
import { type Credential, readCredential } from '../../relay/call/admission/authorize'
import type { RelayInput } from '../../relay/call/open-call'
import { Overhead } from '../../relay/call/overhead'
import { relayCall } from '../../relay/call/relay-call'
import { PROTOCOL_CODECS } from '../../relay/formats/protocols'
import type { FormSource } from '../../relay/multipart/form-body'
import type { CallTrace } from '../../relay/ports/call-trace'
import type { MemoryHold } from '../../relay/wire/memory-budget'
import { type HttpServer, Work } from '../connection'
import { requestAddress, requireOneHost } from '../request-address'
import { failureResponse, type RelayEdge } from './edge'
import { withOverhead } from './overhead'
import { answerOwned } from './owned'
import { readBody } from './read-body'
import { openForm } from './read-form'
import { answerSocket } from './sockets'
import { readVerb, type UnknownVerb, VERB_FOLDERS } from './verbs'

export function callRoutes(edge: RelayEdge) {
  const app = new Elysia({ name: 'relay-calls' })
  for (const route of [...CALL_ROUTES, ...TURN_ROUTES]) {
    const { socket } = route
    if (socket !== undefined) {
      // Google's own client doubles the slash when it is given an address.
      for (const path of [route.path, `/${route.path}`]) {
        app.get(path, ({ request, server }) =>
          answerSocket(edge, { ...route, socket }, { request, server }),
        )
      }
      continue
    }
    if (route.verb !== '') continue
    app.post(
      route.path,
      ({ request, server, params }) =>
        answer(edge, route, { request, server, pathModel: modelOf(params) }),
      { parse: 'none' },
    )
  }
  for (const folder of VERB_FOLDERS) {
    app.post(
      `${folder}/*`,
      ({ request, server, params }) => {
        const found = readVerb(folder, params['*'], request)
        if ('error' in found) return refuse(edge, request, found)
        if ('owned' in found) return answerOwned(edge, [found.owned], { request, server, ...found })
        return answer(edge, found.route, { request, server, ...found })
      },
      { parse: 'none' },
    )
  }
  return app
}

function refuse(edge: RelayEdge, request: Request, { protocol, error }: UnknownVerb) {
  return failureResponse(edge, { request, protocol, requestId: edge.nextRequestId() }, error)
}

/** Elysia leaves `params` out where the path has none, whatever its types say. */
function modelOf(params: Readonly<Record<string, unknown>> | undefined): string {
  return typeof params?.model === 'string' ? params.model : ''
}

interface Incoming {
  readonly request: Request
  readonly server: HttpServer | null
  readonly pathModel: string
  readonly verb?: string
}

async function answer(edge: RelayEdge, route: CallRoute, incoming: Incoming): Promise<Response> {
  const input = new CallInput(edge, route, incoming)
  try {
    if (edge.isClosing()) throw new GatewayError('shutting_down')
    requireOneHost(incoming.request.headers)
    return withOverhead(await relayCall(edge.relay, input), input.overhead)
  } catch (cause) {
    input.ending()
    const { requestId, trace } = input
    const protocol = route.failsAs ?? route.protocol
    const failed = { request: incoming.request, protocol, requestId, trace }
    return withOverhead(await failureResponse(edge, failed, cause), input.overhead)
  }
}

/** A class, because every call makes one: its methods cost nothing, and closures would. */
class CallInput implements RelayInput {
  readonly requestId: string
  readonly protocol: CallRoute['protocol']
  readonly operation: CallRoute['operation']
  readonly pathModel: string
  readonly verb: string | undefined
  readonly credential: Credential
  readonly headers: Headers
  readonly trace: CallTrace | undefined
  readonly signal: AbortSignal
  readonly ending: () => void
  readonly overhead: Overhead
  readonly #edge: RelayEdge
  readonly #request: Request
  readonly #server: HttpServer | null

  constructor(edge: RelayEdge, route: CallRoute, incoming: Incoming) {
    const { request, server } = incoming
    const work = new Work(server, request)
    this.requestId = edge.nextRequestId()
    this.protocol = route.protocol
    this.operation = route.operation
    this.pathModel = incoming.pathModel
    this.verb = incoming.verb
    this.headers = request.headers
    this.trace = edge.relay.openTrace?.(request.headers)
    this.credential = readCredential(request.headers, PROTOCOL_CODECS[route.protocol], () =>
      requestAddress(request),
    )
    this.signal = request.signal
    this.overhead = new Overhead(edge.relay.clock)
    this.ending = () => work.end()
    this.#edge = edge
    this.#request = request
    this.#server = server
  }

  ip(): string {
    const address = this.#server?.requestIP(this.#request)?.address ?? ''
    return this.#edge.addressOf(address, this.headers.get('x-forwarded-for'))
  }

  readBody(hold: MemoryHold): Promise<Buffer> {
    const { maxBodyMb: limitMb, bodyTimeoutMs: timeoutMs } = this.#edge
    return readBody(this.#request, { limitMb, timeoutMs, hold })
  }

  openForm(): FormSource | undefined {
    const { maxBodyMb: limitMb, bodyTimeoutMs: timeoutMs } = this.#edge
    return openForm(this.#request, { limitMb, timeoutMs })
  }
}
