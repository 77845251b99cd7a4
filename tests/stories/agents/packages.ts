/**
 * Programs of npm and PyPI that are too large for dependencies (2 GB unpacked, 60 s): each is
 * installed once, in a pinned version, into the cache beside our packages. No script of npm runs.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Package {
  /** npm, unless it says otherwise. */
  readonly registry?: 'pypi'
  readonly name: string
  readonly version: string
  /**
   * The program below node_modules, of which the first that exists is meant; `*` is any name. Of
   * PyPI the module.
   */
  readonly programs: readonly string[]
}

const CACHE = join(import.meta.dir, '../../../node_modules/.cache/gw/agents')
/** Of an installation over a slow line. Without any line npm gives up after some seconds. */
export const INSTALL_LIMIT_MS = 240_000

/** The command that starts it; installs the package when it is not there. */
export async function commandOf(wanted: Package): Promise<readonly string[]> {
  const folder = join(CACHE, `${wanted.name.replace('/', '-')}-${wanted.version}`)
  if (!existsSync(folder)) await install(wanted, folder)
  if (wanted.registry === 'pypi') {
    return ['env', `PYTHONPATH=${folder}`, 'python3', '-m', ...wanted.programs]
  }
  const modules = join(folder, 'node_modules')
  const [program] = wanted.programs.flatMap((pattern) => [
    ...new Bun.Glob(pattern).scanSync({ cwd: modules, onlyFiles: true }),
  ])
  if (program === undefined) throw new Error(`${wanted.name} has no program for this platform`)
  return /js$/.test(program) ? ['node', join(modules, program)] : [join(modules, program)]
}

/** Under another name until it is whole: who breaks it off must not leave half of it behind. */
async function install({ registry, name, version }: Package, folder: string): Promise<void> {
  const unfinished = `${folder}.${process.pid}`
  mkdirSync(unfinished, { recursive: true })
  try {
    if (registry === 'pypi') await pipInstall(`${name}==${version}`, unfinished)
    else await npmInstall(`${name}@${version}`, unfinished)
    removeOtherVersions(folder.slice(0, -version.length))
    renameSync(unfinished, folder)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

async function npmInstall(named: string, prefix: string): Promise<void> {
  writeFileSync(join(prefix, 'package.json'), '{"private":true}')
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts']
  const impatient = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--fetch-timeout=60000']
  await fetched(named, ['npm', 'install', '--prefix', prefix, ...quiet, ...impatient, named])
}

async function pipInstall(named: string, folder: string): Promise<void> {
  const quiet = ['--quiet', '--disable-pip-version-check', '--no-input', '--retries=1']
  await fetched(named, ['python3', '-m', 'pip', 'install', ...quiet, '--target', folder, named])
}

async function fetched(named: string, command: readonly string[]): Promise<void> {
  const program = Bun.spawn([...command], {
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'pipe',
    timeout: INSTALL_LIMIT_MS - 10_000,
  })
  const told = await new Response(program.stderr).text()
  if ((await program.exited) === 0) return
  const why = told.split('\n', 4).join('; ') || 'nothing in its time'
  const once = 'The suite takes it from its registry once, and needs a network for it.'
  throw new Error(`${named} could not be installed. ${once} ${command[0]} says: ${why}`)
}

function removeOtherVersions(prefix: string): void {
  for (const entry of readdirSync(CACHE)) {
    const path = join(CACHE, entry)
    const isFinished = /-\d+\.\d+\.\d+$/.test(path)
    if (path.startsWith(prefix) && isFinished) rmSync(path, { recursive: true })
  }
}
