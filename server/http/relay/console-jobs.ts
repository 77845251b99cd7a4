/** Drawings, songs and videos for people who are signed in on the console. */
import { Elysia } from 'elysia'
import { GatewayError } from '../../domain/errors/gateway-error'
import { DRAWING_PATHS, DRAWING_VERBS } from '../../domain/jobs/drawing-routes'
import { counted, enterPerson } from '../../relay/call/admission/enter'
import { submitDrawing } from '../../relay/jobs/drawing/submit-drawing'
import type { JobCaller } from '../../relay/jobs/job-caller'
import { submitSong } from '../../relay/jobs/music/songs'
import { createVideo, quoteVideo } from '../../relay/jobs/submit-video'
import { videoObject } from '../../relay/jobs/video-object'
import type { JsonObject } from '../../relay/wire/chat'
import { Work } from '../connection'
import { type AccessRule, requireAccess } from '../guards/access'
import { readClient } from '../guards/client'
import { identify, renewedSession } from '../guards/identity'
import { requireOwnOrigin } from '../guards/origin'
import { requestAddress } from '../request-address'
import { sessionCookies } from '../session-cookies'
import { drawingFailure, type FailureWriter, songFailure, videoFailure } from './job-failures'
import { type JobElements, readObject, refused } from './job-route'
import type { PlaygroundEdges } from './playground'
import { success } from './songs'

/** An access token may not spend: it is for management, and cannot be limited like a key. */
const RULE: AccessRule = {
  method: 'POST',
  role: 'user',
  session: 'required',
  // Spends what is one's own, as an API key does.
  scope: undefined,
}

interface ConsoleJob {
  /** Nothing is made, so it is no request of anybody's limit. */
  readonly isQuestion?: true
  readonly failure: FailureWriter
  readonly submit: (admitted: JobCaller, body: JsonObject) => Promise<Response>
}

export function consoleJobRoutes(edges: PlaygroundEdges) {
  const app = new Elysia({ name: 'console-jobs' })
  const ports = edges.relay
  for (const verb of DRAWING_VERBS) {
    app.post(
      `/pg/mj${DRAWING_PATHS[verb]}`,
      (elements: JobElements) =>
        answer(edges, elements, {
          failure: drawingFailure,
          submit: async (admitted, body) =>
            Response.json(await submitDrawing(ports, admitted, { verb, mode: '', body })),
        }),
      { parse: 'none' },
    )
  }
  app.post(
    '/pg/videos',
    (elements: JobElements) =>
      answer(edges, elements, {
        failure: videoFailure,
        submit: async (admitted, body) =>
          Response.json(videoObject(await createVideo(ports, admitted, body))),
      }),
    { parse: 'none' },
  )
  app.post(
    '/pg/videos/price',
    (elements: JobElements) =>
      answer(edges, elements, {
        isQuestion: true,
        failure: videoFailure,
        submit: async (admitted, body) => {
          const { quota, isExact } = quoteVideo(ports, admitted, body)
          return Response.json({ quota, exact: isExact })
        },
      }),
    { parse: 'none' },
  )
  return app.post(
    '/pg/suno/submit/:action',
    (elements: JobElements) =>
      answer(edges, elements, {
        failure: songFailure,
        submit: async (admitted, body) =>
          success(
            await submitSong(ports, admitted, { action: elements.params?.action ?? '', body }),
          ),
      }),
    { parse: 'none' },
  )
}

async function answer(
  { relay: edge, api }: PlaygroundEdges,
  { request, server }: JobElements,
  { isQuestion, failure, submit }: ConsoleJob,
): Promise<Response> {
  const requestId = edge.nextRequestId()
  const { relay } = edge
  const work = new Work(server, request)
  try {
    if (edge.isClosing()) throw new GatewayError('shutting_down')
    const client = readClient(api, request, server?.requestIP(request)?.address ?? '')
    const identity = await identify(api, request, client)
    requireOwnOrigin(RULE, identity, { request, client })
    requireAccess(api, RULE, { identity, request })
    const userId = identity.viewer?.user.id ?? 0
    const entered = await enterPerson(relay, { userId, group: '' })
    const body = await readObject(edge, request, userId)
    const { origin } = requestAddress(request)
    const admitted = { requestId, ip: client.ip, entered, origin }
    const run = () => submit(admitted, body)
    const response = isQuestion ? await run() : await counted(relay, entered.caller, run)
    for (const cookie of await sessionCookies(api, renewedSession(identity), client)) {
      response.headers.append('set-cookie', cookie)
    }
    return response
  } catch (cause) {
    return await refused(edge, { request, requestId, failure }, cause)
  } finally {
    work.end()
  }
}
