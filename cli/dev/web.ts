/**
 * Builds the console into web/dist when its sources are newer. `npm start`, `npm run build` and
 * `npm test` call it first; when nothing has changed it only compares file times.
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { compressFolder } from './compress'

const ROOT = join(import.meta.dir, '..', '..')
const WEB = join(ROOT, 'web')
const OUTPUT = join(WEB, 'dist')
const WORKSHOPS = join(ROOT, 'dist')
/** Everything that ends up in the bundle, and what decides how it is built. */
const SOURCES = [WEB, join(ROOT, 'server', 'domain'), join(ROOT, 'package-lock.json')]

export async function ensureConsole(): Promise<void> {
  if (builtAtMs() > Math.max(...SOURCES.map(newestMs))) return
  const started = performance.now()
  // Built aside and renamed, so that a failure leaves the old console in place.
  mkdirSync(WORKSHOPS, { recursive: true })
  const workshop = mkdtempSync(join(WORKSHOPS, 'console-'))
  try {
    const { build } = await import('vite')
    const outDir = join(workshop, 'dist')
    const configFile = join(WEB, 'vite.config.ts')
    await build({
      configFile,
      // Bun reads TypeScript by itself.
      configLoader: 'native',
      logLevel: 'warn',
      build: { outDir, emptyOutDir: true },
    })
    const { count, rawBytes, smallBytes } = await compressFolder(outDir)
    replace(outDir, join(workshop, 'old'))
    const tookSeconds = ((performance.now() - started) / 1000).toFixed(1)
    const kib = (bytes: number): number => Math.round(bytes / 1024)
    console.error(
      `gw: built the console, ${count} files, ${kib(rawBytes)} KiB (${kib(smallBytes)} KiB over ` +
        `the wire), in ${tookSeconds} s`,
    )
  } finally {
    rmSync(workshop, { recursive: true, force: true })
  }
}

function replace(fresh: string, aside: string): void {
  if (existsSync(OUTPUT)) renameSync(OUTPUT, aside)
  renameSync(fresh, OUTPUT)
}

/** 0 when there is no console. */
function builtAtMs(): number {
  const page = join(OUTPUT, 'index.html')
  return existsSync(page) ? statSync(page).mtimeMs : 0
}

function newestMs(path: string): number {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  const entries = readdirSync(path).filter((name) => name !== 'dist')
  // The folder's own time shows that files were removed, but a build changes that of web/.
  const own = path === WEB ? 0 : stat.mtimeMs
  return Math.max(own, ...entries.map((name) => newestMs(join(path, name))))
}

if (import.meta.main) await ensureConsole()
