/** Builds `dist/gw` for this machine. */

import { mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { compile, ROOT, versionText } from './release/compile'
import { hostTarget } from './release/targets'
import { ensureConsole } from './web'

const DIST = join(ROOT, 'dist')

await ensureConsole()
const started = performance.now()
mkdirSync(DIST, { recursive: true })
// Built aside and renamed: a gw that runs keeps its file, and a failure leaves the old one.
const workshop = mkdtempSync(join(DIST, 'building-'))
try {
  const outfile = join(workshop, 'gw')
  await compile({ outfile, version: await versionText(), target: hostTarget(), releaseKey: '' })
  renameSync(outfile, join(DIST, 'gw'))
} finally {
  rmSync(workshop, { recursive: true, force: true })
}
const sizeMib = Math.round(statSync(join(DIST, 'gw')).size / 2 ** 20)
const tookSeconds = ((performance.now() - started) / 1000).toFixed(1)
console.error(`gw: built dist/gw, ${sizeMib} MiB, in ${tookSeconds} s`)
