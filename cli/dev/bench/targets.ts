/** What is measured: the mock itself, our gateway with full accounting, Portkey where present. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Running, start } from './processes'

export interface Target {
  readonly name: 'direct' | 'gw' | 'portkey'
  readonly port: number
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** `undefined` for the mock: it is the yardstick, not a candidate. */
  readonly pid: number | undefined
  readonly stop: () => Promise<void>
}

const HERE = import.meta.dir
const ROOT = join(HERE, '../../..')
const PORTKEY_VERSION = '1.15.2'
const PORTKEY_PORT = 18_787
/** Slow readers are sent gigabytes, and a caller whose balance is gone is cut off. */
const ENOUGH_CREDITS = '1000000000000'
const FREE_TEXT_KEY = 'sk-upstream'

export async function startMock(): Promise<{ port: number; running: Running }> {
  const running = await start([process.execPath, join(HERE, 'mock-upstream.ts'), '100', '0'])
  return { port: Number(running.line), running }
}

export function directTarget(port: number): Target {
  const headers = { authorization: `Bearer ${FREE_TEXT_KEY}` }
  const stop = async () => {}
  return { name: 'direct', port, path: '/v1/chat/completions', headers, pid: undefined, stop }
}

/** The compiled binary when it was built, else the sources. */
export function gatewayCommand(): readonly string[] {
  const binary = join(ROOT, 'dist/gw')
  return existsSync(binary) ? [binary] : [process.execPath, join(ROOT, 'cli/main.ts')]
}

export interface ChannelAt {
  readonly type: string
  readonly models: string
  readonly baseUrl: string
}

/** Relays gpt-4o-mini to the first address, and other models where `more` says. */
export async function gatewayTarget(
  baseUrl: string,
  more: readonly ChannelAt[] = [],
  options: Readonly<Record<string, string>> = {},
): Promise<Target> {
  const data = mkdtempSync(join(tmpdir(), 'gw-bench-'))
  const command = gatewayCommand()
  const run = (...args: string[]) => {
    const { stdout, exitCode } = Bun.spawnSync([...command, '--data', data, '--json', ...args])
    if (exitCode !== 0) throw new Error(`gw ${args.join(' ')} exited with ${exitCode}`)
    return JSON.parse(stdout.toString()) as Record<string, unknown>
  }
  for (const channel of [{ type: '1', models: 'gpt-4o-mini', baseUrl }, ...more]) {
    run(
      ...['channel', 'add', '--name', 'mock', '--type', channel.type, '--key', FREE_TEXT_KEY],
      ...['--models', channel.models, '--base-url', channel.baseUrl],
    )
  }
  for (const [name, value] of Object.entries(options)) run('option', 'set', name, value)
  run('user', 'set', 'root', '--quota', ENOUGH_CREDITS)
  const token = run('token', 'create', '--user', 'root', '--name', 'bench', '--unlimited')
  // Last: a running gateway sees another process's changes with a delay.
  const running = await start([...command, '--data', data, '--json', 'serve', '--port', '0'], {
    env: { BUN_CONFIG_MAX_HTTP_REQUESTS: '65536' },
  })
  const { port } = JSON.parse(running.line) as { port: number }
  return {
    name: 'gw',
    port,
    path: '/v1/chat/completions',
    headers: { authorization: `Bearer ${String(token.key)}` },
    pid: running.pid,
    async stop() {
      await running.stop()
      rmSync(data, { recursive: true, force: true })
    },
  }
}

/** Where Portkey is looked for: the project's own modules, then the benchmark's cache. */
function portkeyFolder(install: boolean): string | undefined {
  const cache = join(ROOT, 'node_modules/.cache/portkey')
  const script = 'node_modules/@portkey-ai/gateway/build/start-server.js'
  if (install && !existsSync(join(cache, script))) {
    mkdirSync(cache, { recursive: true })
    writeFileSync(join(cache, 'package.json'), '{"private":true}')
    const named = `@portkey-ai/gateway@${PORTKEY_VERSION}`
    Bun.spawnSync(['npm', 'install', '--no-audit', '--no-fund', named], { cwd: cache })
  }
  return [ROOT, cache].find((folder) => existsSync(join(folder, script)))
}

export async function portkeyTarget(
  mockPort: number,
  install: boolean,
): Promise<Target | undefined> {
  const cwd = portkeyFolder(install)
  if (cwd === undefined) return undefined
  const script = 'node_modules/@portkey-ai/gateway/build/start-server.js'
  const running = await start(['node', script, `--port=${PORTKEY_PORT}`, '--headless'], {
    cwd,
    ready: () =>
      fetch(`http://127.0.0.1:${PORTKEY_PORT}/`).then(
        () => true,
        () => false,
      ),
  })
  return {
    name: 'portkey',
    port: PORTKEY_PORT,
    path: '/v1/chat/completions',
    headers: {
      authorization: `Bearer ${FREE_TEXT_KEY}`,
      'x-portkey-provider': 'openai',
      'x-portkey-custom-host': `http://127.0.0.1:${mockPort}/v1`,
    },
    pid: running.pid,
    stop: running.stop,
  }
}
