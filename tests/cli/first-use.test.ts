/** The first commands in an empty folder, in whatever order they come. */
import { expect, test } from 'bun:test'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clientOf } from '../support/gateway'
import { type GatewayProcess, startGatewayProcess } from '../support/gateway-process'
import { fixture, json, startUpstream } from '../support/upstream'
import { within } from '../support/wait-until'
import { openShell, PASSWORD } from './cli-fixture'
import { openFilledShell } from './database-fixture'

/** `gw serve` on a folder that other commands have been in. */
function serveOn({ dataDir }: { readonly dataDir: string }): Promise<GatewayProcess> {
  const seeded = { userIds: [], tokenIds: [], keys: [], channelIds: [] }
  const restartOf = clientOf({ url: 'http://127.0.0.1', port: 0, dataDir, seeded })
  return startGatewayProcess({ restartOf })
}

test('a channel and a token that were made before the first start work after it', async () => {
  await using upstream = await startUpstream(json(fixture('openai/chat-text.json')))
  const shell = openShell()
  try {
    const add = ['channel', 'add', 'main', '--key', 'sk-up', '--models', 'gpt-4o']
    const made = await shell.gw([...add, '--base-url', upstream.url])
    expect(made.code).toBe(0)
    expect(made.stderr).toContain('gw serve')
    const key = await shell.text(['token', 'create', 'app', '--unlimited', '--quiet'])
    await using gateway = await serveOn(shell)
    expect(gateway.rootPassword).toMatch(/^\w{20}$/)
    const answer = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: 'hi' }] }),
    })
    expect(answer.status).toBe(200)
    const login = await fetch(`${gateway.url}/api/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'root', password: gateway.rootPassword }),
    })
    expect(await login.json()).toMatchObject({ success: true })
  } finally {
    shell.remove()
  }
})

test('root cannot be made by hand, which would keep the server from starting', async () => {
  const shell = openShell()
  try {
    const { code, stderr } = await shell.gw(['user', 'create', 'Root', '--password', PASSWORD])
    expect([code, stderr.includes('gw user password root')]).toEqual([1, true])
    expect(await shell.json(['user', 'list'])).toMatchObject([
      { id: 1, username: 'root', role: 100 },
    ])
    await shell.text(['user', 'password', 'root', '--password', PASSWORD])
    await using gateway = await serveOn(shell)
    expect(gateway.rootPassword).toBeUndefined()
  } finally {
    shell.remove()
  }
})

test('a file of no bytes where a gateway has been is not taken for a new database', async () => {
  const shell = await openFilledShell()
  try {
    writeFileSync(shell.file, '')
    const { code, stderr } = await shell.gw([
      'user',
      'create',
      'bob',
      '--password',
      PASSWORD,
      '--json',
    ])
    expect([code, JSON.parse(stderr).error.code]).toEqual([1, 'db.truncated'])
    const served = await shell.gw(['serve', '--port', '0', '--json'])
    expect([
      served.code,
      JSON.parse(served.stderr.trim().split('\n').at(-1) ?? '').error.code,
    ]).toEqual([1, 'db.truncated'])
    expect(readFileSync(shell.file)).toHaveLength(0)
  } finally {
    shell.remove()
  }
})

test('no key is made beside a database that was sealed with another', async () => {
  const shell = await openFilledShell()
  const key = join(shell.dataDir, 'secret.key')
  try {
    rmSync(key, { force: true })
    const args = ['channel', 'add', 'b', '--key', 'k', '--models', 'm', '--json']
    const { code, stderr } = await shell.gw(args)
    const { error } = JSON.parse(stderr)
    expect([code, error.code]).toEqual([1, 'secret.key_missing'])
    expect(error.message).toContain(key)
    expect(existsSync(key)).toBe(false)
  } finally {
    shell.remove()
  }
})

test('a signal to npm start ends the server and frees its port', async () => {
  const shell = openShell()
  const args = ['start', '--silent', '--', '--port', '0', '--json']
  const child = Bun.spawn(['npm', ...args], {
    cwd: join(import.meta.dir, '..', '..'),
    env: { ...process.env, GW_DATA: shell.dataDir, GW_LOG_LEVEL: 'error' },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  try {
    let said = ''
    const decoder = new TextDecoder()
    for await (const bytes of child.stdout) {
      said += decoder.decode(bytes)
      if (said.trimEnd().endsWith('}')) break
    }
    const { url } = JSON.parse(said.slice(said.indexOf('{')))
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    child.kill('SIGTERM')
    await within('end of npm', child.exited, 30_000)
    expect(await fetch(`${url}/healthz`).then(String, () => 'refused')).toBe('refused')
  } finally {
    child.kill('SIGKILL')
    shell.remove()
  }
}, 120_000)
