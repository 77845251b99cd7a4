/**
 * `npm run release -- --key FILE` builds everything that a release consists of, into a folder that
 * can be served as it is and then is a release address: `gw update --from ADDRESS`.
 */
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { billOfMaterials } from './release/bill-of-materials'
import { compile, gitSays, plainVersion, ROOT, versionText } from './release/compile'
import { manPages } from './release/man-pages'
import {
  type Contents,
  debianPackage,
  homebrewFormula,
  npmPackage,
  type Offered,
  programArchive,
} from './release/packages'
import { runtimeOf } from './release/runtimes'
import { openSigner, publicKeyFile, type Signer } from './release/sign'
import { hostTarget, TARGETS, type Target, targetOf } from './release/targets'
import { ensureConsole } from './web'

const USAGE = `usage: npm run release -- --key FILE [--targets ID,ID] [--address URL] [--version V]
  --key FILE       Ed25519 key in PEM; openssl genpkey -algorithm ed25519 -out FILE makes one
  --targets ID,ID  only these: ${TARGETS.map(({ id }) => id).join(', ')}
  --address URL    where the folder will be served; without it there is no Homebrew formula
  --version V      instead of the one of package.json
  --program FILE   a program that is built already, for a single target
  --output DIR     instead of dist/release
`
const UNIT_PROGRAM = '/usr/bin/gw'

interface Release {
  readonly version: string
  readonly at: Date
  readonly signer: Signer
  readonly targets: readonly Target[]
  readonly address: string | undefined
  /** Built before, for the only target. */
  readonly program: string | undefined
  /** Of this version; the one above it is the release address. */
  readonly folder: string
}

function progress(line: string): void {
  process.stderr.write(`gw: ${line}\n`)
}

async function requested(): Promise<Release> {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: {
      key: text,
      targets: text,
      address: text,
      version: text,
      program: text,
      output: text,
    },
  })
  if (values.key === undefined) throw new Error('a release is signed: give --key')
  const version = values.version ?? (await plainVersion())
  const targets = values.targets?.split(',').map(targetOf) ?? TARGETS
  if (values.program !== undefined && targets.length > 1) {
    throw new Error('--program is for a single target')
  }
  const seconds = Number(gitSays(['log', '-1', '--format=%ct'])) || Date.now() / 1000
  return {
    version,
    at: new Date(seconds * 1000),
    signer: openSigner(values.key),
    targets,
    address: values.address?.replace(/\/+$/, ''),
    program: values.program,
    folder: join(resolve(values.output ?? join(ROOT, 'dist', 'release')), version),
  }
}

/** What a program says on stdout. */
function said(program: string, args: readonly string[]): string {
  const ran = Bun.spawnSync([program, ...args], { stderr: 'inherit', env: quietEnvironment() })
  if (!ran.success) throw new Error(`${program} ${args.join(' ')} failed`)
  return ran.stdout.toString()
}

/** Nothing of the machine that builds may get into the files. */
function quietEnvironment() {
  const { PATH, HOME } = process.env
  return { PATH, HOME, LANG: 'C.UTF-8' }
}

type Documentation = Pick<Contents, 'manPages' | 'completions' | 'unit'>

/** The program of this machine documents itself, and so all the others. */
async function documentation(release: Release, workshop: string): Promise<Documentation> {
  const program = release.program ?? (await build(release, hostTarget(), workshop))
  const { version, at } = release
  const help = JSON.parse(said(program, ['help', '--json']))
  return {
    manPages: manPages(help, { version, at }),
    completions: {
      bash: said(program, ['completion', 'bash']),
      zsh: said(program, ['completion', 'zsh']),
      fish: said(program, ['completion', 'fish']),
    },
    unit: said(program, ['service', 'systemd', '--program', UNIT_PROGRAM]),
  }
}

async function build(release: Release, target: Target, workshop: string): Promise<string> {
  if (release.program !== undefined) return release.program
  const outfile = join(workshop, target.id, target.program)
  if (await Bun.file(outfile).exists()) return outfile
  progress(`building ${target.id}`)
  const runtime = await runtimeOf(target)
  const isPlain = release.version === (await plainVersion())
  await compile({
    outfile,
    version: isPlain ? await versionText() : release.version,
    target,
    ...(runtime !== undefined && { runtime }),
    releaseKey: release.signer.publicKey,
  })
  return outfile
}

async function writeTarget(release: Release, contents: Contents): Promise<Offered> {
  const { folder } = release
  const { target, version } = contents
  progress(`packing ${target.id}`)
  const archive = await programArchive(contents)
  const file = `gw-${version}-${target.id}.tar.gz`
  writeFileSync(join(folder, file), archive)
  writeFileSync(join(folder, `gw-${version}-npm-${target.id}.tgz`), await npmPackage(contents))
  if (target.debian !== undefined) {
    const name = `gw_${version}_${target.debian}.deb`
    writeFileSync(join(folder, name), await debianPackage(contents, target.debian))
  }
  return { target, file, sha256: new Bun.CryptoHasher('sha256').update(archive).digest('hex') }
}

/** As `sha256sum --check` reads it, and its signature. */
function writeSums({ folder, version, at, signer }: Release): void {
  const names = [...new Bun.Glob('*').scanSync({ cwd: folder })].sort()
  const lines = names.map((name) => {
    const sum = new Bun.CryptoHasher('sha256').update(readFileSync(join(folder, name)))
    return `${sum.digest('hex')}  ${name}\n`
  })
  const sums = Buffer.from(lines.join(''))
  const trusted = `gw ${version} ${at.toISOString()}`
  writeFileSync(join(folder, 'SHA256SUMS'), sums)
  writeFileSync(join(folder, 'SHA256SUMS.minisig'), signer.sign(sums, trusted))
}

async function makeRelease(release: Release): Promise<void> {
  const { folder, version, at, signer, targets, address } = release
  const root = join(folder, '..')
  mkdirSync(root, { recursive: true })
  await ensureConsole()
  const workshop = mkdtempSync(join(root, 'building-'))
  try {
    const draft = { ...release, folder: join(workshop, version) }
    mkdirSync(draft.folder)
    const documents = await documentation(draft, workshop)
    const offered: Offered[] = []
    for (const target of targets) {
      const path = await build(draft, target, workshop)
      const program = readFileSync(path)
      offered.push(await writeTarget(draft, { version, at, target, program, ...documents }))
    }
    writeFileSync(join(draft.folder, `gw-${version}.cdx.json`), await billOfMaterials(release))
    if (address !== undefined) {
      writeFileSync(join(draft.folder, 'gw.rb'), homebrewFormula(version, address, offered))
    }
    writeSums(draft)
    rmSync(folder, { recursive: true, force: true })
    renameSync(draft.folder, folder)
    writeFileSync(join(root, 'gw.pub'), publicKeyFile(signer))
    writeFileSync(
      join(root, 'latest.json'),
      `${JSON.stringify({ version, page: address ?? '' })}\n`,
    )
  } finally {
    rmSync(workshop, { recursive: true, force: true })
  }
  progress(`${folder} is signed with ${signer.publicKey}`)
}

if (process.argv.some((word) => word === '--help' || word === '-h')) {
  process.stdout.write(USAGE)
} else {
  try {
    await makeRelease(await requested())
  } catch (error) {
    process.stderr.write(`gw: ${error instanceof Error ? error.message : error}\n\n${USAGE}`)
    process.exitCode = 1
  }
}
