/** `gw mcp`: tools for assistants over stdin and stdout, of a gateway here or elsewhere. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { type Assistant, assistantOf, tokenOf } from '../api/mcp-house'
import { apiClient } from '../support/api'
import { cliCommand, cliEnv, runCli } from '../support/cli'
import { type Gateway, startGateway } from '../support/gateway'
import { type TempDir, tempDir } from '../support/temp-dir'
import { openShell, PASSWORD, type Shell } from './cli-fixture'

let gateway: Gateway
let nowhere: TempDir
beforeAll(async () => {
  nowhere = tempDir('nowhere')
  gateway = await startGateway({ channels: [{ name: 'main', models: 'm' }] })
  await apiClient(gateway).as('root')
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  nowhere.remove()
})

interface Start {
  readonly dataDir?: string
  readonly flags?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly mode?: 'legacy' | 'auto'
}

async function start({ dataDir, flags = [], env, mode = 'auto' }: Start): Promise<Assistant> {
  const [command = '', ...args] = cliCommand(['mcp', ...flags], { dataDir })
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(
    new StdioClientTransport({
      command,
      args,
      env: cliEnv({ XDG_CONFIG_HOME: nowhere.path, ...env }),
      cwd: nowhere.path,
      stderr: 'pipe',
    }),
  )
  return await assistantOf(client)
}

describe('on a database that no server has open', () => {
  let shell: Shell
  beforeAll(async () => {
    shell = openShell()
    await shell.text(['user', 'create', 'ann', '--password', PASSWORD])
  })
  afterAll(() => shell.remove())

  test.each(['legacy', 'auto'] as const)('answers a client of the %s protocol', async (mode) => {
    await using assistant = await start({ dataDir: shell.dataDir, mode })
    const { tools } = await assistant.client.listTools()
    expect(tools.map(({ name }) => name)).toContain('user_list')
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true)
    const { data } = await assistant.call('user_list', { keyword: 'ann' })
    expect(data.items).toMatchObject([{ username: 'ann', role: 'user' }])
    const refused = await assistant.call('user_disable', { id: data.items[0].id })
    expect(refused.text).toContain('(mcp.read_only)')
  })

  test('changes something with --write, as root', async () => {
    await using assistant = await start({ dataDir: shell.dataDir, flags: ['--write'] })
    const { data } = await assistant.call('user_list', { keyword: 'ann' })
    const [{ id }] = data.items
    expect((await assistant.call('user_disable', { id })).isError).toBe(false)
    expect((await assistant.call('user_show', { id })).data.status).toBe('disabled')
    const { data: audit } = await assistant.call('audit_list', { action: 'user.disable' })
    expect(audit.items[0]).toMatchObject({ actor: 'root', target: `user:${id}` })
  })

  test('says nothing but the protocol, and ends with stdin', async () => {
    const lines = [
      '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"account_show"}}',
      '{"jsonrpc":"2.0","method":"notifications/initialized"}',
      'no message',
      '',
    ]
    const { dataDir } = shell
    const { code, stdout } = await runCli(['mcp'], { dataDir, input: lines.join('\n') })
    const answers = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(code).toBe(0)
    expect(answers.map(({ jsonrpc, id }) => [jsonrpc, id]).sort()).toEqual([
      ['2.0', null],
      ['2.0', 7],
    ])
    const sessions = await shell.json(['session', 'list', 'root'])
    expect(JSON.stringify(sessions)).not.toContain('gw admin')
  })
})

describe('on a gateway that runs', () => {
  test('goes through the server of this machine', async () => {
    await using assistant = await start({ dataDir: gateway.dataDir })
    const { data } = await assistant.call('channel_list')
    expect(data.items).toMatchObject([{ name: 'main', status: 'enabled' }])
  })

  test('has the rights of the access token elsewhere', async () => {
    const user = await apiClient(gateway).as('user')
    const env = {
      GW_URL: gateway.url,
      GW_ACCESS_TOKEN: await tokenOf(user),
      GW_USER_ID: String(user.id),
    }
    await using assistant = await start({ env, flags: ['--write'] })
    const names = await assistant.names()
    expect(names).toContain('token_create')
    expect(names).not.toContain('channel_list')
    expect((await assistant.call('account_show')).data.id).toBe(user.id)
    const { text } = await assistant.call('channel_list')
    expect(text).toContain('permission.denied')
  })

  test('says in the protocol that a gateway has no tools, or is not there', async () => {
    using older = Bun.serve({ port: 0, fetch: () => new Response('<html>', { status: 404 }) })
    const there = `http://127.0.0.1:${older.port}`
    for (const url of [there, 'http://127.0.0.1:9']) {
      const input = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n'
      const env = { GW_URL: url, GW_ACCESS_TOKEN: 'x', XDG_CONFIG_HOME: nowhere.path }
      const { stdout } = await runCli(['mcp'], { env, input, cwd: nowhere.path })
      expect(JSON.parse(stdout)).toMatchObject({
        id: 1,
        error: { message: expect.stringContaining(url) },
      })
    }
  })

  test('makes no database in a folder that has none', async () => {
    const { code, stdout } = await runCli(['mcp'], { dataDir: nowhere.path, input: '\n' })
    expect([code, stdout]).toEqual([3, ''])
  })
})
