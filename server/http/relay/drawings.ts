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
import { answerJobRoute, type JobCallerFacts, type JobElements } from './job-route'

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
  { admitted, id, readJson }: JobCallerFacts,
): Promise<Response> {
  if (act === 'notify') {
    await noticedDrawing(edge, await readJson())
    return new Response(null)
  }
  if (admitted === undefined) throw new GatewayError('token.missing')
  switch (act) {
    case 'submit': {
      if (verb === undefined) throw new GatewayError('internal')
      const request = { verb, mode, body: await readJson() }
      return Response.json(await submitDrawing(edge, admitted, request))
    }
    case 'fetch':
      return Response.json(await fetchDrawing(edge, admitted, id))
    case 'list':
      return Response.json(await listDrawings(edge, admitted, await readJson()))
    case 'seed':
      return Response.json(await imageSeed(edge.relay, admitted, id))
    case 'cancel':
      return Response.json(await cancelDrawing(edge, admitted, id))
    case 'image':
      throw new GatewayError('internal')
  }
}
