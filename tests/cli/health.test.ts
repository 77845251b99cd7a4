/** What containers and service managers ask the program for. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { openShell } from './cli-fixture'

const shell = openShell()
let gateway: Gateway
beforeAll(async () => {
  gateway = await startGateway({})
})
afterAll(async () => {
  await gateway.stop()
  shell.remove()
})

const health = (url: string, ...flags: string[]) =>
  shell.gw(['health', '--url', url, ...flags, '--json'])

/** Answers with the statuses in turn, the last of them for ever. */
function inTurn(statuses: readonly number[]) {
  let asked = 0
  return Bun.serve({
    port: 0,
    fetch() {
      const status = statuses[Math.min(asked, statuses.length - 1)] ?? 200
      asked += 1
      const ok = status === 200
      return Response.json({ ok, database: ok ? 'ok' : 'unwritable' }, { status })
    },
  })
}

test('a gateway that serves is healthy', async () => {
  const { code, stdout } = await health(gateway.url)
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toEqual({ healthy: true, database: 'ok', url: gateway.url })
})

test('one that cannot write is not', async () => {
  await using server = inTurn([503])
  const { code, stderr } = await health(server.url.origin)
  expect(code).toBe(1)
  expect(JSON.parse(stderr).error.message).toContain('unwritable')
})

test('nobody who answers is another exit code', async () => {
  const server = inTurn([200])
  const { origin } = server.url
  await server.stop(true)
  expect((await health(origin)).code).toBe(5)
})

test('it is asked again while somebody waits', async () => {
  await using server = inTurn([503, 503, 200])
  expect((await health(server.url.origin, '--wait', '30')).code).toBe(0)
})
