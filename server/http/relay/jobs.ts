/** Routes of jobs: videos, results behind signed links, and what providers call. */
import { Elysia } from 'elysia'
import { GatewayError } from '../../domain/errors/gateway-error'
import { DRAWING_ROUTES } from '../../domain/jobs/drawing-routes'
import { FILE_PATH, HOOK_PATH, VIDEO_ROUTES, type VideoRoute } from '../../domain/jobs/routes'
import { readCredential } from '../../relay/call/admission/authorize'
import { PROTOCOL_CODECS } from '../../relay/formats/protocols'
import { contentOf } from '../../relay/jobs/content'
import { checkLink } from '../../relay/jobs/content-links'
import { videoCall } from '../../relay/jobs/video-calls'
import { answerHeaders } from '../../relay/net/answer-headers'
import { type HttpServer, Work } from '../connection'
import { requestAddress } from '../request-address'
import { finish } from '../unread-body'
import { failureResponse, type RelayEdge } from './edge'
import { readBody } from './read-body'

interface Incoming {
  readonly request: Request
  readonly server: HttpServer | null
  readonly params?: Readonly<Record<string, string>>
}

export function jobRoutes(edge: RelayEdge) {
  const app = new Elysia({ name: 'relay-jobs' })
  for (const route of VIDEO_ROUTES) {
    const run = (incoming: Incoming) =>
      answered(edge, incoming, (facts) => videoAnswer(edge, route, facts))
    app.route(route.method, route.path, run, { parse: 'none' })
  }
  app.get(`${FILE_PATH}/:id/:index`, (incoming: Incoming) =>
    answered(edge, incoming, (facts) => fileAnswer(edge, facts)),
  )
  for (const { path, act } of DRAWING_ROUTES) {
    if (act !== 'image') continue
    app.get(path, (incoming: Incoming) =>
      answered(edge, incoming, (facts) => fileAnswer(edge, facts, { early: true })),
    )
  }
  app.post(
    `${HOOK_PATH}/:hook`,
    (incoming: Incoming) => answered(edge, incoming, (facts) => hookAnswer(edge, facts)),
    { parse: 'none' },
  )
  return app
}

interface Facts extends Incoming {
  readonly requestId: string
  readonly ending: () => void
}

async function answered(
  edge: RelayEdge,
  incoming: Incoming,
  run: (facts: Facts) => Promise<Response>,
): Promise<Response> {
  const { request, server } = incoming
  const requestId = edge.nextRequestId()
  const work = new Work(server, request)
  const ending = () => work.end()
  try {
    if (edge.isClosing()) throw new GatewayError('shutting_down')
    return await finish(request, await run({ ...incoming, requestId, ending }), edge.bodyTimeoutMs)
  } catch (cause) {
    ending()
    return await failureResponse(edge, { request, protocol: 'openai', requestId }, cause)
  }
}

function videoAnswer(
  edge: RelayEdge,
  route: VideoRoute,
  { request, server, params, requestId, ending }: Facts,
): Promise<Response> {
  const { headers } = request
  const address = requestAddress(request)
  const peer = server?.requestIP(request)?.address ?? ''
  return videoCall(edge, {
    requestId,
    route,
    id: params?.id ?? '',
    address,
    credential: readCredential(headers, PROTOCOL_CODECS.openai, () => address),
    ip: edge.addressOf(peer, headers.get('x-forwarded-for')),
    headers,
    readBody: (hold) =>
      readBody(request, { limitMb: edge.maxBodyMb, timeoutMs: edge.bodyTimeoutMs, hold }),
    ending,
  })
}

/** Whoever has a signed link has been given it by the job's owner. */
async function fileAnswer(
  edge: RelayEdge,
  { request, params, requestId, ending }: Facts,
  { early }: { readonly early: boolean } = { early: false },
) {
  const { relay, sign } = edge
  const { searchParams } = requestAddress(request)
  const { id = '', index: place = '0' } = params ?? {}
  const index = Number(place)
  const expires = Number(searchParams.get('expires') ?? 0)
  const signature = searchParams.get('signature') ?? ''
  checkLink({ clock: relay.clock, sign }, { id, index, expires, signature })
  const job = await relay.jobs.byId(id)
  if (job === undefined) throw new GatewayError('job.not_found', { id })
  const range = request.headers.get('range')
  const order = { requestId, index, range, variant: '', early, ending }
  return await contentOf(relay, job, order)
}

/** Its body is not read: the provider is polled, which costs one request. */
async function hookAnswer(edge: RelayEdge, { params, requestId, ending }: Facts) {
  const hook = params?.hook ?? ''
  if (!(await edge.machine.hooked(hook))) throw new GatewayError('job.not_found', { id: '' })
  ending()
  return Response.json({ success: true }, { headers: answerHeaders(requestId) })
}
