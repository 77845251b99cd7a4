/** Files that the operator adds to the site, such as a logo or a proof of owning the domain. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { staticPlugin } from '@elysiajs/static'
import { Elysia } from 'elysia'
import { API_PATH } from './api-path'

/** Seconds a browser keeps such a file before it asks again. */
const MAX_AGE_S = 300

/** Dotfiles are not served, but for the folder that proofs of ownership are looked for in. */
const PLACES = ['/', '/.well-known'] as const

/** The names are read once; a file that comes later is served after a restart. */
export async function publicRoutes(folder: string | undefined): Promise<Elysia> {
  const routes = new Elysia({ name: 'public-folder' })
  if (folder === undefined) return routes
  for (const prefix of PLACES) {
    const assets = join(folder, prefix)
    if (existsSync(assets)) routes.use(await filesOf(assets, prefix))
  }
  return routes
}

function filesOf(assets: string, prefix: (typeof PLACES)[number]): Promise<Elysia> {
  return staticPlugin({
    assets,
    prefix,
    // One route per file: a wildcard would stand against the console's.
    alwaysStatic: true,
    staticLimit: Number.POSITIVE_INFINITY,
    indexHTML: false,
    maxAge: MAX_AGE_S,
    headers: { 'x-content-type-options': 'nosniff' },
    ignorePatterns: [apiFiles(assets)],
    silent: true,
  })
}

/** Files that would stand in for a call of an API. */
function apiFiles(folder: string): RegExp {
  const literally = folder.replace(/\/$/, '').replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  return new RegExp(`^${literally}${API_PATH.source.slice(1)}`)
}
