/** What is done with one job: the same calls for drawings and for everything else. */
import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint'

export const JobResultJson = Type.Object({
  kind: Type.Union([Type.Literal('image'), Type.Literal('audio'), Type.Literal('video')]),
  url: Type.String(),
})

/** The id that clients know. */
const JobParams = Type.Object({ id: Type.String({ minLength: 1, maxLength: 80 }) })

const JobAfterJson = Type.Object({
  id: Type.String(),
  /** As the machine calls it: `cancelled`, `queued`. */
  state: Type.String(),
})

export function jobEndpoints<const Noun extends 'drawing' | 'task'>(
  noun: Noun,
  base: '/api/mj' | '/api/task',
) {
  return [
    endpoint({
      id: `${noun}.cancel`,
      method: 'POST',
      path: `${base}/:id/cancel`,
      role: 'user',
      organisation: 'manage',
      params: JobParams,
      data: JobAfterJson,
      summary: 'Stops an own job, or as an admin any; what is held for it is given back.',
      example: { id: '1712800000000123', state: 'cancelled' },
    }),
    endpoint({
      id: `${noun}.retry`,
      method: 'POST',
      path: `${base}/:id/retry`,
      role: 'user',
      organisation: 'manage',
      params: JobParams,
      data: JobAfterJson,
      summary: 'Asks again for an own job that failed, or as an admin for any; its user pays.',
      example: { id: '1712800000000124', state: 'queued' },
    }),
    endpoint({
      id: `${noun}.refund`,
      method: 'POST',
      path: `${base}/:id/refund`,
      role: 'admin',
      params: JobParams,
      data: Type.Object({ id: Type.String(), credits: Type.Integer() }),
      summary: 'Gives back what a finished job has cost; its results stay.',
      example: { id: '1712800000000123', credits: 50_000 },
    }),
  ] as const
}
