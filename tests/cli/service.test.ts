/** Files of `gw service`, read by the parsers of those who take them. */
import { afterAll, describe, expect, test } from 'bun:test'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DockerfileParser } from 'dockerfile-ast'
import { StatefulSet } from 'kubernetes-models/apps/v1'
import { Service } from 'kubernetes-models/v1'
import { parse as parsePlist } from 'plist'
import { parse, parseAllDocuments } from 'yaml'
import { tempDir } from '../support/temp-dir'
import { openShell } from './cli-fixture'

const shell = openShell()
const folder = tempDir('service')
const ENV = {
  PORT: '8080',
  GW_MAX_BODY_MB: '64',
  GW_SECRET_KEY: 'never-to-be-seen',
  GW_WORKERS: '2',
}
const PROGRAM = '/bin/sh'

afterAll(() => {
  shell.remove()
  folder.remove()
})

async function written(kind: string, flags: readonly string[] = []): Promise<readonly string[]> {
  const dir = join(folder.path, kind)
  const args = ['service', kind, '--dir', dir, '--program', PROGRAM, ...flags]
  const site = ['--site', 'ai.example.com']
  return (await shell.text([...args, ...site], { env: ENV })).split('\n')
}

async function textOf(kind: string): Promise<string> {
  const [path = ''] = await written(kind)
  return readFileSync(path, 'utf8')
}

/** Exit code and what is said by a program of this machine. */
function judged(command: readonly string[]): readonly [number, string] {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...command])
  return [exitCode, `${stdout}${stderr}`]
}

const NGINX = Bun.which('nginx', { PATH: `${process.env.PATH}:/usr/sbin` })

describe('a service', () => {
  test('of systemd runs hardened, and is active once the gateway is healthy', async () => {
    const lines = (await textOf('systemd')).split('\n')
    expect(lines).toContain(`ExecStart=${PROGRAM} serve`)
    expect(lines).toContain(`ExecStartPost=${PROGRAM} health --wait 900`)
    expect(lines).toContain('Environment=PORT=8080')
    expect(lines).toContain('Environment=GW_WORKERS=2')
    for (const line of ['DynamicUser=yes', 'ProtectSystem=strict', 'StateDirectory=gw']) {
      expect(lines).toContain(line)
    }
  })

  test.skipIf(Bun.which('systemd-analyze') === null)(
    'of systemd is what systemd takes',
    async () => {
      const unit = join(folder.path, 'gw.service')
      writeFileSync(unit, await shell.text(['service', 'systemd', '--program', PROGRAM]))
      expect(judged(['systemd-analyze', 'verify', unit])).toEqual([0, ''])
    },
  )

  test('of launchd is a property list', async () => {
    const list = Object(parsePlist(await textOf('launchd')))
    expect(list.ProgramArguments).toEqual([PROGRAM, 'serve'])
    expect(list.EnvironmentVariables).toMatchObject({ PORT: '8080', GW_MAX_BODY_MB: '64' })
  })
})

describe('a container', () => {
  test('is built of the program alone, and runs as an ordinary user', async () => {
    const file = DockerfileParser.parse(await textOf('docker'))
    const said = file
      .getInstructions()
      .map((each) => [each.getKeyword(), each.getRawArgumentsContent()])
    expect(said).toContainEqual(['COPY', 'gw /usr/local/bin/gw'])
    expect(said).toContainEqual(['USER', '65532:65532'])
    expect(said).toContainEqual(['CMD', '["serve"]'])
    expect(said.map(([keyword]) => keyword)).not.toContain('RUN')
    const [check] = file.getHEALTHCHECKs()
    expect(check?.getSubcommand()?.getValue()).toBe('CMD')
  })

  test('of compose has a root that cannot be written and a health check', async () => {
    const { services } = parse(await textOf('compose'))
    expect(services.gw).toMatchObject({ read_only: true, user: '65532:65532', cap_drop: ['ALL'] })
    expect(services.gw.healthcheck.test).toEqual(['CMD', '/usr/local/bin/gw', 'health'])
    expect(services.gw.environment).toMatchObject({ PORT: '8080', GW_WORKERS: '2' })
  })

  test('of Kubernetes is what its schemas allow', async () => {
    const [service, set] = parseAllDocuments(await textOf('kubernetes')).map((each) => each.toJS())
    new Service(service).validate()
    new StatefulSet(set).validate()
    const [container] = set.spec.template.spec.containers
    expect(container.securityContext.readOnlyRootFilesystem).toBe(true)
    expect(set.spec.template.spec.securityContext.runAsNonRoot).toBe(true)
  })

  test('of Helm is a chart with its values', async () => {
    const paths = await written('helm', ['--image', 'registry.example.com:5000/gw:1.2.3'])
    const values = parse(
      readFileSync(paths.find((path) => path.endsWith('values.yaml')) ?? '', 'utf8'),
    )
    expect(values.image).toMatchObject({ repository: 'registry.example.com:5000/gw', tag: '1.2.3' })
    expect(values).toMatchObject({ port: 8080, replicas: 1 })
    expect(paths.some((path) => path.endsWith('templates/statefulset.yaml'))).toBe(true)
  })
})

describe('a proxy', () => {
  test('passes streams on as they come, and as large requests as the gateway takes', async () => {
    const nginx = await textOf('nginx')
    expect(nginx).toContain('proxy_buffering off;')
    expect(nginx).toContain('client_max_body_size 64m;')
    expect(await textOf('caddy')).toContain('max_size 64MB')
  })

  test.skipIf(NGINX === null)('of nginx is what nginx takes', async () => {
    const key = join(folder.path, 'key.pem')
    const certificate = join(folder.path, 'certificate.pem')
    const made = ['openssl', 'req', '-x509', '-newkey', 'ed25519', '-nodes', '-subj', '/CN=x']
    expect(judged([...made, '-keyout', key, '-out', certificate])[0]).toBe(0)
    const site = (await shell.text(['service', 'nginx']))
      .replace(/(ssl_certificate +)[^;]+/, `$1${certificate}`)
      .replace(/(ssl_certificate_key +)[^;]+/, `$1${key}`)
    const main = join(folder.path, 'nginx.conf')
    const pid = `pid ${folder.path}/pid; error_log stderr; events {}`
    writeFileSync(main, `${pid} http { access_log off; ${site} }`)
    const [code, said] = judged([NGINX ?? '', '-t', '-c', main])
    expect(said).toContain('test is successful')
    expect(code).toBe(0)
  })

  test.skipIf(Bun.which('caddy') === null)('of Caddy is what Caddy takes', async () => {
    const [path = ''] = await written('caddy', ['--dir', join(folder.path, 'caddy-checked')])
    expect(judged(['caddy', 'adapt', '--adapter', 'caddyfile', '--config', path])[0]).toBe(0)
  })
})

test('no file holds a secret, others can read the files, and none is overwritten', async () => {
  const dir = join(folder.path, 'once')
  const args = ['service', 'compose', '--dir', dir]
  const { stderr } = await shell.gw(args, { env: ENV })
  expect(stderr).toContain('GW_SECRET_KEY')
  const path = join(dir, 'compose.yaml')
  expect(readFileSync(path, 'utf8')).not.toContain(ENV.GW_SECRET_KEY)
  expect(statSync(path).mode & 0o044).toBe(0o044)
  expect((await shell.gw(args)).code).toBe(1)
})
