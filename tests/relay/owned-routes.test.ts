/** Every route of what upstreams keep: who may call it, and what a stranger finds. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { OWNED_FAMILY_ROWS } from '../../server/domain/objects/objects'
import { OWNED_ROUTES } from '../../server/domain/objects/routes'
import { PROTOCOL_CODECS } from '../../server/relay/formats/protocols'
import { NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { told } from './black-box'

let gateway: Gateway

beforeAll(async () => {
  gateway = await startGateway({ env: NO_LIMITS })
})

afterAll(() => gateway[Symbol.asyncDispose]())

describe.each(OWNED_ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s',
  (_, { method, path, family, act, body }) => {
    const { protocol } = OWNED_FAMILY_ROWS[family]
    const mark = PROTOCOL_CODECS[protocol].marks.at(-1)
    const call = (key: string) =>
      told(
        fetch(gateway.url + path.replace(':id', 'nobodys').replace(':item', 'x'), {
          method,
          headers: {
            ...(mark !== undefined && { [mark]: '2023-06-01' }),
            'content-type': 'application/json',
            ...(key && { authorization: `Bearer ${key}` }),
          },
          ...(body !== 'none' && { body: '{}' }),
        }),
      )

    test('needs a token', async () => {
      for (const key of ['', 'sk-of-nobody']) {
        const { status, text } = await call(key)
        expect(status).toBe(401)
        expect(Object.hasOwn(JSON.parse(text), 'type')).toBe(protocol === 'claude')
      }
    })

    if (act !== 'create' && act !== 'list') {
      test("does not find what is nobody's", async () => {
        const { status } = await call(gateway.keys[0] ?? '')
        expect(status).toBe(404)
      })
    }
  },
)
