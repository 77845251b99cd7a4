/** Keys for browsers, which live for minutes and open one kind of socket. */
import { Elysia } from 'elysia'
import { GatewayError } from '../../domain/errors/gateway-error'
import { authorize, checkModel, readCredential } from '../../relay/call/admission/authorize'
import { readSecretRequest, writeSecret } from '../../relay/call/admission/client-secret'
import { logRejectedRequest } from '../../relay/call/admission/log-rejected'
import { parseBody } from '../../relay/formats/parsed-body'
import { PROTOCOL_CODECS } from '../../relay/formats/protocols'
import { answerHeaders } from '../../relay/net/answer-headers'
import { requestAddress } from '../request-address'
import { finish } from '../unread-body'
import { addressOf, failureResponse, type IncomingRequest, type RelayEdge } from './edge'
import { readBody } from './read-body'

const PATH = '/v1/realtime/client_secrets'
const PROTOCOL = 'openai'
/** Of a body that names a session. */
const MOST_MB = 1

export function clientSecretRoutes(edge: RelayEdge) {
  return new Elysia({ name: 'relay-client-secrets' }).post(
    PATH,
    (incoming) => answer(edge, incoming),
    {
      parse: 'none',
    },
  )
}

async function answer(edge: RelayEdge, { request, server }: IncomingRequest): Promise<Response> {
  const requestId = edge.nextRequestId()
  try {
    if (edge.isClosing()) throw new GatewayError('shutting_down')
    const made = await make(edge, request)
    const response = Response.json(made, { headers: answerHeaders(requestId) })
    return await finish(request, response, edge.bodyTimeoutMs)
  } catch (cause) {
    const ip = addressOf(edge, { request, server })
    const error = await logRejectedRequest(edge.relay, { ip, requestId, error: cause })
    return await failureResponse(edge, { request, protocol: PROTOCOL, requestId }, error)
  }
}

async function make({ relay, secrets, bodyTimeoutMs }: RelayEdge, request: Request) {
  const { directory, clock } = relay
  const pending = directory.settled()
  if (pending !== undefined) await pending
  const codec = PROTOCOL_CODECS[PROTOCOL]
  const credential = readCredential(request.headers, codec, () => requestAddress(request))
  const caller = await authorize(directory, credential, clock.nowMs())
  const bytes = await readBody(request, { limitMb: MOST_MB, timeoutMs: bodyTimeoutMs })
  const { session, seconds } = readSecretRequest(bytes.length === 0 ? {} : parseBody(bytes))
  if (typeof session.model === 'string') checkModel(caller, session.model)
  const expiresAt = Math.floor(clock.nowMs() / 1000) + seconds
  const value = writeSecret(secrets, { credential, expiresAt, session })
  return { value, expires_at: expiresAt, session: { object: 'realtime.session', ...session } }
}
