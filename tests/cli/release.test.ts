/** A release for this machine, judged by the programs that take its files. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hostTarget } from '../../cli/dev/release/targets'
import { verifiedComment } from '../../cli/update/signature'
import { BINARY, cliEnv } from '../support/cli'
import { tempDir } from '../support/temp-dir'
import { newSigner } from './release-fixture'

const ROOT = join(import.meta.dir, '..', '..')
const VERSION = '9.8.7'
const folder = tempDir('release')
const release = join(folder.path, 'release', VERSION)

/** Small, so that nothing takes long: it starts what `npm run build` has made. */
const PROGRAM = `#!/bin/sh\nexec "${BINARY}" "$@"\n`

function ran(command: readonly string[], cwd = release): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...command], { cwd, env: cliEnv() })
  if (exitCode !== 0) throw new Error(`${command.join(' ')}: ${stdout}${stderr}`)
  return stdout.toString()
}

beforeAll(() => {
  const program = join(folder.path, 'gw')
  writeFileSync(program, PROGRAM)
  chmodSync(program, 0o755)
  newSigner(folder.path)
  const flags = {
    key: join(folder.path, 'release.key'),
    version: VERSION,
    targets: hostTarget().id,
    program,
    address: 'https://releases.example.com/gw',
    output: join(folder.path, 'release'),
  }
  const args = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value])
  ran([process.execPath, 'cli/dev/release.ts', ...args], ROOT)
})
afterAll(() => folder.remove())

const bytesOf = (name: string) => readFileSync(join(release, name))
const fileLike = (end: string) => readdirSync(release).find((name) => name.endsWith(end)) ?? ''

describe('a release', () => {
  test('is signed, with the checksum of every file', () => {
    const names = readdirSync(release).filter((name) => !name.startsWith('SHA256SUMS'))
    const sums = bytesOf('SHA256SUMS').toString().trimEnd().split('\n')
    expect(sums.map((line) => line.split('  ')[1])).toEqual(names.sort())
    ran(['sha256sum', '--check', '--quiet', 'SHA256SUMS'])
    const publicKey = readFileSync(join(release, '..', 'gw.pub'), 'utf8').split('\n')[1] ?? ''
    const content = bytesOf('SHA256SUMS')
    const signature = bytesOf('SHA256SUMS.minisig').toString()
    expect(verifiedComment({ content, signature, publicKey })).toStartWith(`gw ${VERSION} `)
    if (Bun.which('minisign') !== null) {
      ran(['minisign', '-V', '-m', 'SHA256SUMS', '-p', '../gw.pub'])
    }
  })

  test('has manual pages and completions beside the program', async () => {
    const files = await new Bun.Archive(bytesOf(fileLike(`${hostTarget().id}.tar.gz`))).files()
    expect(await files.get(`gw-${VERSION}/gw`)?.text()).toBe(PROGRAM)
    const page = await files.get(`gw-${VERSION}/man/gw-channel-add.1`)?.text()
    expect(page).toContain('.SH SYNOPSIS\n.B gw channel add')
    expect(page).not.toContain('undefined')
    expect(await files.get(`gw-${VERSION}/completions/gw.bash`)?.text()).toContain('complete')
  })

  test('has an npm package whose program npm puts on the path', () => {
    const file = join(release, fileLike('.tgz'))
    const flags = ['--offline', '--no-audit', '--no-fund', '--prefix', folder.path]
    ran(['npm', 'install', ...flags, file], folder.path)
    const said = ran([join(folder.path, 'node_modules', '.bin', 'gw'), '--version'])
    expect(said).toBe(ran([BINARY, '--version']))
  })

  test('names what is inside the program', () => {
    const bill = JSON.parse(bytesOf(fileLike('.cdx.json')).toString())
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'gw' } } })
    const names = bill.components.map(({ name }: { name: string }) => name)
    expect(names).toContain('bun')
    expect(names).toContain('kysely')
    expect(names).not.toContain('typescript')
  })

  test('has a formula with the checksum of the archive', () => {
    const formula = bytesOf('gw.rb').toString()
    if (hostTarget().homebrew === undefined) return
    const name = fileLike(`${hostTarget().id}.tar.gz`)
    const sum = new Bun.CryptoHasher('sha256').update(bytesOf(name)).digest('hex')
    expect(formula).toContain(`${VERSION}/${name}"\n      sha256 "${sum}"`)
  })

  test.skipIf(Bun.which('dpkg-deb') === null || hostTarget().debian === undefined)(
    'has a Debian package that dpkg unpacks',
    () => {
      const package_ = join(release, fileLike('.deb'))
      const tree = join(folder.path, 'unpacked')
      ran(['dpkg-deb', '--extract', package_, tree])
      expect(readFileSync(join(tree, 'usr/bin/gw'), 'utf8')).toBe(PROGRAM)
      const unit = readFileSync(join(tree, 'usr/lib/systemd/system/gw.service'), 'utf8')
      expect(unit).toContain('ExecStart=/usr/bin/gw serve')
      expect(ran(['dpkg-deb', '--field', package_, 'Version', 'Architecture'])).toBe(
        `Version: ${VERSION}\nArchitecture: ${hostTarget().debian}\n`,
      )
    },
  )
})

/** Made by minisign 0.11 of "hello\n", hashed and plain. */
const MINISIGN = {
  publicKey: 'RWS30NvQCvw4WuDK/12kVQxLlVgcSUPe0uM3PDklCHURFtSkf9daomJz',
  hashed: `untrusted comment: signature from minisign secret key
RUS30NvQCvw4Wp5YccCb0qETj8stGnLj1MVaidpSk6386KCb3AHaS//gw0YjnFIg4J2cGxZMxksz+K3moF/MSgOjUYyLfqgNIwM=
trusted comment: gw 1.2.3 today
oTxJC98Pv+19Sml8NszHOXA7wR3/KbKPgTjQg7w06NEuyCYqAoO1J5YBYfQeGcv89StUupSAflocTL8JJeUQDg==
`,
  plain: `untrusted comment: signature from minisign secret key
RWS30NvQCvw4Wkp323YwJjqeVewH27JEfg6I0lIiT6gjOL7QH7sFKDC5DepOqXFBah3E+/z7es0nEGrvpXh3bmt9LbWmNS7aJwQ=
trusted comment: gw 1.2.3 today
k7yI01X5g34w+AbwqpD6qWRdQCEMdXpTrW4CrjvMmgg+rUMP8AGEvYi8YhGexBoYn6uemwnxg3huDeI41TZSDw==
`,
} as const

describe('a signature of minisign', () => {
  const content = Buffer.from('hello\n')
  const { publicKey } = MINISIGN

  test.each(['hashed', 'plain'] as const)('is believed when %s', (form) => {
    const signature = MINISIGN[form]
    expect(verifiedComment({ content, signature, publicKey })).toBe('gw 1.2.3 today')
  })

  test('is refused for other bytes, another comment, or none', () => {
    const { hashed } = MINISIGN
    const wrong = [
      { content: Buffer.from('hullo\n'), signature: hashed },
      { content, signature: hashed.replace('1.2.3', '1.2.4') },
      { content, signature: '' },
    ]
    for (const each of wrong) {
      expect(() => verifiedComment({ ...each, publicKey })).toThrow('signature')
    }
  })
})
