/** Runtimes of other platforms, as npm has them; the lock file says what each must be. */
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './compile'
import { hostTarget, type Target } from './targets'

const CACHE = join(ROOT, 'node_modules', '.cache', 'gw', 'runtimes')
const EXECUTABLE = 0o755

interface Locked {
  readonly version: string
  readonly integrity: string
}

/** Path of the runtime; `undefined` for the target that this machine is: its own Bun is used. */
export async function runtimeOf(target: Target): Promise<string | undefined> {
  if (target.id === hostTarget().id) return undefined
  const locked = await lockedPackage(target.runtime)
  const name = target.program === 'gw' ? 'bun' : 'bun.exe'
  const path = join(CACHE, `${target.id}-${locked.version}`, name)
  if (!existsSync(path)) await fetchRuntime(target, locked, path)
  return path
}

async function lockedPackage(name: string): Promise<Locked> {
  const { packages } = await Bun.file(join(ROOT, 'package-lock.json')).json()
  const { version, integrity } = packages[`node_modules/${name}`] ?? {}
  if (typeof version === 'string' && typeof integrity === 'string') return { version, integrity }
  throw new Error(`package-lock.json does not name ${name}`)
}

async function fetchRuntime(target: Target, locked: Locked, path: string): Promise<void> {
  mkdirSync(CACHE, { recursive: true })
  const workshop = mkdtempSync(join(CACHE, 'fetching-'))
  try {
    const name = `${target.runtime}@${locked.version}`
    const args = ['npm', 'pack', '--silent', '--pack-destination', workshop, name]
    const packed = Bun.spawnSync(args, { stderr: 'inherit' })
    if (!packed.success) throw new Error(`npm could not fetch ${name}`)
    const bytes = await Bun.file(join(workshop, packed.stdout.toString().trim())).bytes()
    const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
    if (integrity !== locked.integrity) throw new Error(`${name} is not what the lock file names`)
    const files = await new Bun.Archive(bytes).files('package/bin/bun*')
    const [runtime] = [...files.values()]
    if (runtime === undefined) throw new Error(`${name} has no runtime in it`)
    const unpacked = join(workshop, 'bun')
    await Bun.write(unpacked, runtime)
    chmodSync(unpacked, EXECUTABLE)
    mkdirSync(join(path, '..'), { recursive: true })
    renameSync(unpacked, path)
  } finally {
    rmSync(workshop, { recursive: true, force: true })
  }
}
