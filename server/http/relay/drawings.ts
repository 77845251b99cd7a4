/** Routes of programs that draw: one row each, answered in their own words. */
import { Elysia } from 'elysia'
import { GatewayError } from '../../domain/errors/gateway-error'
import { DRAWING_ROUTES, type DrawingRoute } from '../../domain/jobs/drawing-routes'
import {
  cancelDrawing,
  fetchDrawing,
  imageSeed,
  listDrawings,
  noticedDrawing,
} from '../../relay/jobs/drawing/acts'
import { submitDrawing } from '../../relay/jobs/drawing/submit-drawing'
import type { RelayEdge } from './edge'
import { drawingFailure } from './job-failures'
import { answerJobRoute, type JobElements, type JobRequestFacts } from './job-route'

export function drawingRoutes(edge: RelayEdge) {
  const app = new Elysia({ name: 'relay-drawings' })
  for (const route of DRAWING_ROUTES) {
    // Pictures are served with all other results.
    if (route.act === 'image') continue
    app.route(
      route.method,
      route.path,
      (elements: JobElements) =>
        answerJobRoute(edge, elements, {
          needsToken: route.role === 'token',
          creates: route.act === 'submit',
          failure: drawingFailure,
          answer: (facts) => answerDrawing(edge, route, facts),
        }),
      { parse: 'none' },
    )
  }
  return app
}

async function answerDrawing(
  edge: RelayEdge,
  { act, verb, mode }: DrawingRoute,
  { visit, id, readJson }: JobRequestFacts,
): Promise<Response> {
  if (act === 'notify') {
    await noticedDrawing(edge, await readJson())
    return new Response(null)
  }
  if (visit === undefined) throw new GatewayError('token.missing')
  switch (act) {
    case 'submit': {
      if (verb === undefined) throw new GatewayError('internal')
      const request = { verb, mode, body: await readJson() }
      return Response.json(await submitDrawing(edge, visit, request))
    }
    case 'fetch':
      return Response.json(await fetchDrawing(edge, visit, id))
    case 'list':
      return Response.json(await listDrawings(edge, visit, await readJson()))
    case 'seed':
      return Response.json(await imageSeed(edge.relay, visit, id))
    case 'cancel':
      return Response.json(await cancelDrawing(edge, visit, id))
    case 'image':
      throw new GatewayError('internal')
  }
}
