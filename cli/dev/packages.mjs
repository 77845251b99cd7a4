// Puts the packages of the lock file in place and finds the Bun binary among them.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A blocked postinstall leaves a placeholder of 450 bytes where the binary belongs. */
const SMALLEST_REAL_BUN_BYTES = 1_000_000

/** @param {string} line progress for a person; stdout belongs to the command that runs. */
export function say(line) {
  process.stderr.write(`${line}\n`)
}

/**
 * Installs what the lock file names unless it is there already.
 * @param {string} root repository folder
 */
export function ensurePackages(root) {
  const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const lockHash = createHash('sha256').update(lockText).digest('hex')
  const stamp = join(root, 'node_modules', '.gw-lock-hash')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8').trim() === lockHash) return
  if (!installedMatches(root, lockText)) install(root)
  writeFileSync(stamp, `${lockHash}\n`)
}

/** Someone who ran `npm install` by hand has nothing more to fetch. */
function installedMatches(root, lockText) {
  const installed = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(installed)) return false
  const present = JSON.parse(readFileSync(installed, 'utf8')).packages
  return Object.entries(JSON.parse(lockText).packages).every(([path, wanted]) => {
    // Optional packages of other platforms are in the lock file but never on the disk.
    if (path === '' || wanted.optional) return true
    return present[path]?.version === wanted.version && existsSync(join(root, path))
  })
}

function install(root) {
  say('gw: installing packages, this happens once and takes about half a minute')
  if (npm(root, ['ci'])) return
  say('gw: npm ci failed, trying npm install')
  if (npm(root, ['install', '--no-save'])) return
  say('gw: the packages could not be installed; see the messages of npm above')
  process.exit(1)
}

function npm(root, command) {
  // --include=dev: with NODE_ENV=production npm would leave out Bun itself.
  const args = [...command, '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const script = process.env.npm_execpath ?? ''
  const viaNode = /npm-cli\.[cm]?js$/.test(script)
  const { status } = spawnSync(
    viaNode ? process.execPath : 'npm',
    viaNode ? [script, ...args] : args,
    // What npm prints on stdout is progress here, so it goes to stderr as well.
    { cwd: root, stdio: ['ignore', 2, 2], shell: !viaNode && process.platform === 'win32' },
  )
  return status === 0
}

/**
 * @param {string} root repository folder
 * @returns {string} path of a Bun that runs on this machine
 */
export function findBun(root) {
  const modules = join(root, 'node_modules')
  const platforms = existsSync(join(modules, '@oven')) ? readdirSync(join(modules, '@oven')) : []
  const candidates = [
    join(modules, 'bun', 'bin', 'bun.exe'),
    ...platforms.flatMap((name) => [
      join(modules, '@oven', name, 'bin', 'bun'),
      join(modules, '@oven', name, 'bin', 'bun.exe'),
    ]),
  ]
  const found = candidates.find((path) => isReal(path) && runs(path))
  if (found) return found
  say('gw: no Bun for this platform in node_modules; delete node_modules and try again')
  process.exit(1)
}

function isReal(path) {
  return existsSync(path) && statSync(path).size > SMALLEST_REAL_BUN_BYTES
}

/** A build for newer processors is installed next to the baseline one and dies on older ones. */
function runs(path) {
  return spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0
}
