/**
 * Coding agents, as npm has them, edit a file through the gateway: by a model whose vendor speaks
 * what they speak, and by one whose vendor does not. They reach nothing else than the gateway.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Gateway, startGateway } from '../support/gateway'
import { PLENTY } from '../support/seed'
import { tempDir } from '../support/temp-dir'
import { startUpstream, type Upstream } from '../support/upstream'
import { type ClosedDoor, closedDoor } from './agents/closed-door'
import { commandOf, INSTALL_LIMIT_MS } from './agents/packages'
import { AGENTS, type Agent } from './agents/programs'
import { VENDORS, type VendorName, working } from './agents/vendors'

const LIMIT_MS = 50_000
const CASES = Object.entries(AGENTS).flatMap(([name, agent]) =>
  agent.vendors.map((vendor) => ({ name, agent, vendor })),
)

let door: ClosedDoor
let upstreams: ReadonlyMap<string, Upstream>
let gateway: Gateway

beforeAll(async () => {
  door = await closedDoor()
  const started = Object.keys(VENDORS).map(async (name) => [name, await startUpstream([])] as const)
  upstreams = new Map(await Promise.all(started))
  gateway = await startGateway({
    users: CASES.map((_, at) => ({ username: `user${at}` })),
    tokens: CASES.map((_, at) => ({ username: `user${at}`, unlimited_quota: true })),
    channels: Object.entries(VENDORS).map(([name, { type, model }]) => {
      return { type, models: model, upstream: upstreams.get(name) }
    }),
  })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  for (const upstream of upstreams.values()) await upstream.stop()
  await door[Symbol.asyncDispose]()
})

for (const [name, agent] of Object.entries(AGENTS)) {
  describe(name, () => {
    let command: readonly string[] = []
    beforeAll(async () => {
      command = await commandOf(agent.package)
    }, INSTALL_LIMIT_MS)
    for (const vendor of agent.vendors) {
      const at = CASES.findIndex((one) => one.agent === agent && one.vendor === vendor)
      test(
        `edits a file by a model of ${vendor}, at the price of what was said`,
        () => edits({ command, agent, vendor, at }),
        LIMIT_MS + 5000,
      )
    }
  })
}

interface Editing {
  readonly command: readonly string[]
  readonly agent: Agent
  readonly vendor: VendorName
  /** Which user it is. */
  readonly at: number
}

async function edits({ command, agent, vendor, at }: Editing): Promise<void> {
  using folder = tempDir('agent')
  const home = folder.path
  const file = join(home, 'note.txt')
  writeFileSync(file, 'old\n')
  const { model, credits } = VENDORS[vendor]
  const upstream = upstreams.get(vendor)
  const asked = upstream?.requests.length ?? 0
  upstream?.script(working(VENDORS[vendor], agent.tools({ file })))
  const place = { home, file, url: gateway.url, key: gateway.keys[at] ?? '', model }
  agent.prepare(place)
  const running = Bun.spawn([...command, ...agent.asks(place)], {
    cwd: home,
    env: { PATH: process.env.PATH ?? '', HOME: home, ...door.env, ...agent.env(place) },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: LIMIT_MS,
  })
  const [said, told] = await Promise.all([
    new Response(running.stdout).text(),
    new Response(running.stderr).text(),
  ])
  // What it says of itself is worth reading where it did not do its work.
  if (!said.includes('Done.')) throw new Error(`${said}\n${told}`)
  expect(readFileSync(file, 'utf8')).toBe('new\n')
  await gateway.idle()
  const calls = (upstream?.requests.length ?? 0) - asked
  expect(calls).toBeGreaterThanOrEqual(2)
  const user = await gateway.services.users.show(gateway.userIds[at] ?? 0)
  expect(PLENTY - user.quota).toBe(calls * credits)
  expect(door.knocks).toEqual([])
  await expectRecognized(user.id, agent)
}

/** Its calls are known as its own, and as those of one conversation where it names one. */
async function expectRecognized(userId: number, { client, namesSession }: Agent): Promise<void> {
  const { items } = await gateway.services.logs.list({ userId, page_size: 100 })
  expect(new Set(items.map((row) => row.client))).toEqual(new Set([client]))
  const { items: sessions } = await gateway.services.usage.sessions({ userId })
  expect(sessions.map(({ calls }) => calls)).toEqual(namesSession ? [items.length] : [])
}
