/** Several reads in one request, and the same again whenever an answer is another. */
import { Type } from '@sinclair/typebox'
import { endpoint, OptionalFlag } from './endpoint'

/** A page of the console reads nine things at most. */
export const MOST_READS = 12

export const readEndpoints = [
  endpoint({
    id: 'read.stream',
    method: 'GET',
    path: '/api/stream',
    role: 'anonymous',
    limit: 'page',
    bare: 'text/event-stream',
    query: Type.Object({
      /** Addresses of calls with GET, with a blank between them. */
      calls: Type.String({ minLength: 1 }),
      /** Goes on: each is read again, and sent when it has changed. Needs a login. */
      follow: OptionalFlag,
    }),
    data: Type.Undefined(),
    summary:
      'Answers of up to 12 reads as they are there, each an event `{call, status, body}`; ' +
      'with `follow`, also the later ones that differ.',
    example: undefined,
  }),
] as const
