/** The workflow of the manual, step by step, with the compiled program and a real gateway. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { isRecord } from '../../server/domain/json/records'
import { API_PASSWORD, type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { BINARY, cliEnv } from '../support/cli'
import { type Gateway, startGateway } from '../support/gateway'
import { tempDir } from '../support/temp-dir'

const PAGE = join(import.meta.dir, '../../web/docs/configuration-as-code.md')
const folder = tempDir('ci')
const bin = join(folder.path, 'bin')
let gateway: Gateway
let root: ApiCaller
let secrets: Readonly<Record<string, string>>

beforeAll(async () => {
  gateway = await startGateway({ env: NO_LIMITS })
  root = await apiClient(gateway).as('root')
  const scopes = ['channel', 'limit', 'option', 'price', 'user'].flatMap((resource) => [
    `${resource}:read`,
    `${resource}:write`,
  ])
  const { body } = await root.post('/api/access_token/', {
    name: 'ci',
    scopes,
    original_password: API_PASSWORD,
  })
  secrets = {
    GW_URL: gateway.url,
    GW_ACCESS_TOKEN: body.data.token,
    GW_CHANNEL_MAIN_KEY: 'sk-of-the-workflow',
  }
  mkdirSync(bin)
  symlinkSync(BINARY, join(bin, 'gw'))
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  folder.remove()
})

function job(): Readonly<Record<string, unknown>> {
  const blocks = readFileSync(PAGE, 'utf8').matchAll(/```yaml\n(.*?)```/gs)
  const workflows = [...blocks].map(([, text = '']): unknown => parse(text))
  const jobs = workflows.map((each) => (isRecord(each) && isRecord(each.jobs) ? each.jobs : {}))
  const found = jobs.flatMap((each) => Object.values(each)).find(isRecord)
  if (found === undefined) throw new Error('the page has no workflow')
  return found
}

/** As the runner does it: the text of `run` by bash, with the job's variables. */
async function step(name: string) {
  const { steps, env } = job()
  const all: readonly unknown[] = Array.isArray(steps) ? steps : []
  const found = all.filter(isRecord).find((each) => each.name === name)
  const names = Object.keys(isRecord(env) ? env : {})
  const given = Object.fromEntries(names.map((each) => [each, secrets[each] ?? '']))
  const path = `${bin}:${process.env.PATH}`
  const child = Bun.spawn(['bash', '-e', '-o', 'pipefail', '-c', String(found?.run)], {
    cwd: folder.path,
    env: { ...cliEnv(), ...given, PATH: path, GW_USER_ID: String(root.id), CI: 'true' },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { code, stdout, stderr }
}

const file = (priority: number) => `version: 1
channels:
  main:
    key: \${GW_CHANNEL_MAIN_KEY}
    models: [gpt-4o]
    priority: ${priority}
`

test('shows a request what would change, applies the merge, and finds drift', async () => {
  writeFileSync(join(folder.path, 'gw.yaml'), file(5))
  const shown = await step('Show what would change')
  expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining('priority') })
  expect(await step('Drift')).toMatchObject({ code: 3 })
  expect(await step('Apply')).toMatchObject({ code: 0 })
  expect(await step('Drift')).toMatchObject({ code: 0 })

  const { body } = await root.put('/api/channel/', { id: 1, priority: 6 })
  expect(body.success).toBe(true)
  const drift = await step('Drift')
  expect(drift).toMatchObject({ code: 3, stdout: expect.stringContaining('changed by hand: root') })
  expect(await step('Apply')).toMatchObject({ code: 1 })
  for (const text of [shown, drift].map((each) => JSON.stringify(each))) {
    expect(text).not.toContain('sk-of-the-workflow')
  }

  writeFileSync(join(folder.path, 'gw.yaml'), `${file(6)}    color: red\n`)
  expect(await step('Show what would change')).toMatchObject({ code: 1 })
})
