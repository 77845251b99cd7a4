/** Routes of songs and lyrics: one row each, answered in the words of Suno-API. */
import { Elysia } from 'elysia'
import { GatewayError } from '../../domain/errors/gateway-error'
import { MUSIC_ROUTES, type MusicRoute } from '../../domain/jobs/music-routes'
import { fetchSong, listSongs, submitSong } from '../../relay/jobs/music/songs'
import type { RelayEdge } from './edge'
import { songFailure } from './job-failures'
import { answerJobRoute, type JobCallerFacts, type JobElements } from './job-route'

export function songRoutes(edge: RelayEdge) {
  const app = new Elysia({ name: 'relay-songs' })
  for (const route of MUSIC_ROUTES) {
    app.route(
      route.method,
      route.path,
      (elements: JobElements) =>
        answerJobRoute(edge, elements, {
          needsToken: true,
          creates: route.act === 'submit',
          failure: songFailure,
          answer: (facts) => answerSong(edge, route, facts),
        }),
      { parse: 'none' },
    )
  }
  return app
}

async function answerSong(
  edge: RelayEdge,
  { act }: MusicRoute,
  { admitted, id, action, readJson }: JobCallerFacts,
): Promise<Response> {
  if (admitted === undefined) throw new GatewayError('token.missing')
  switch (act) {
    case 'submit':
      return success(await submitSong(edge, admitted, { action, body: await readJson() }))
    case 'list':
      return success(await listSongs(edge.relay, admitted, await readJson()))
    case 'fetch':
      return success(await fetchSong(edge.relay, admitted, id))
  }
}

export function success(data: unknown): Response {
  return Response.json({ code: 'success', message: '', data })
}
