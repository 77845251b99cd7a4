/**
 * Serves the built console: from web/dist in a checkout, from the folder embedded in the binary
 * otherwise. Files are few and small, so they are kept in memory with their compressed forms.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Elysia } from 'elysia'
import { GatewayError } from '../domain/errors/gateway-error'
import type { OptionValues } from '../domain/options'
import { API_PATH } from './api-path'
import { type Coding, codingFor, isKnown } from './content-coding'
import { contentPolicy } from './content-policy'
import { requestAddress } from './request-address'
import { finish } from './unread-body'

export interface ConsolePlace {
  readonly folder: string
  /** Options in force: some of them let the page reach other hosts. */
  readonly options: () => OptionValues
  /** Longest wait for the rest of a request that is not read. */
  readonly bodyTimeoutMs: number
}

/** `--compile` puts the folder next to the code; a checkout has it in web/. */
export function consoleFolder(): string {
  const embedded = join(import.meta.dir, 'dist')
  return existsSync(embedded) ? embedded : join(import.meta.dir, '..', '..', 'web', 'dist')
}

const NOT_BUILT =
  'The console is not built; stop this server and run npm start, which builds it first.\n'

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  json: 'application/json; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  png: 'image/png',
  woff2: 'font/woff2',
}

interface ConsoleFile {
  readonly path: string
  readonly type: string
  readonly etag: string
  readonly scripts: readonly string[]
  readonly bodies: Readonly<Partial<Record<Coding, Uint8Array>>> & { readonly identity: Uint8Array }
}

export function consoleRoutes(place: ConsolePlace) {
  let built: BuiltConsole | undefined
  const fileFor = (request: Request): Response => {
    // A console that is built while the server runs is found; one that is there stays as it is.
    built ??= readConsole(place.folder)
    const { pathname } = requestAddress(request)
    if (API_PATH.test(pathname)) throw notFound(request, pathname)
    const isPage = !/\.[^/]*$/.test(pathname)
    if (built === undefined && isPage) {
      return new Response(NOT_BUILT, { status: 503, headers: { 'content-type': TYPES.txt ?? '' } })
    }
    const found = isPage ? built?.pageAt(pathname) : built?.files.get(pathname)
    if (found !== undefined) return fileResponse(found, request, { ...place, status: 200 })
    // Programs that request anything other than a page get a plain refusal.
    const readsPages = request.headers.get('accept')?.includes('text/html') === true
    const shell = isPage ? built?.files.get('/index.html') : undefined
    if (!readsPages || shell === undefined) throw notFound(request, pathname)
    return fileResponse(shell, request, { ...place, status: 404 })
  }
  const answer = ({ request }: { readonly request: Request }) =>
    finish(request, fileFor(request), place.bodyTimeoutMs)
  return new Elysia({ name: 'console' }).get('/*', answer).head('/*', answer)
}

function notFound({ method }: Request, path: string): GatewayError {
  return new GatewayError('route.not_found', { method, path })
}

interface BuiltConsole {
  readonly files: ReadonlyMap<string, ConsoleFile>
  /** `undefined` for an address that no page of the console has. */
  readonly pageAt: (path: string) => ConsoleFile | undefined
}

/** `undefined` when there is no console in the folder. */
function readConsole(folder: string): BuiltConsole | undefined {
  if (!existsSync(join(folder, 'index.html'))) return undefined
  const files = readFiles(folder)
  const pages = pagesIn(folder)
  const pageAt = (path: string): ConsoleFile | undefined => {
    // A build without a table has one page for all.
    if (pages.length === 0) return files.get('/index.html')
    const page = pages.find(({ pattern }) => pattern.test(path))
    return page === undefined ? undefined : files.get(page.file)
  }
  return { files, pageAt }
}

/** The pages that the build has written for single addresses, by what these look like. */
function pagesIn(folder: string): readonly { readonly pattern: RegExp; readonly file: string }[] {
  const table = join(folder, 'pages.json')
  if (!existsSync(table)) return []
  const rows: readonly { readonly paths: readonly string[]; readonly file: string }[] = JSON.parse(
    readFileSync(table, 'utf8'),
  )
  return rows.flatMap(({ paths, file }) =>
    paths.map((path) => ({ file, pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`) })),
  )
}

function readFiles(folder: string): ReadonlyMap<string, ConsoleFile> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const known = new Set(names)
  const files = new Map<string, ConsoleFile>()
  for (const name of names) {
    const type = TYPES[name.slice(name.lastIndexOf('.') + 1)]
    if (type === undefined) continue
    const path = `/${name.replaceAll('\\', '/')}`
    files.set(path, readFile({ folder, name, path, type, known }))
  }
  return files
}

interface Found {
  readonly folder: string
  readonly name: string
  readonly path: string
  readonly type: string
  readonly known: ReadonlySet<string>
}

function readFile({ folder, name, path, type, known }: Found): ConsoleFile {
  const identity = readFileSync(join(folder, name))
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 27)
  const sibling = (ending: string): Uint8Array | undefined =>
    known.has(name + ending) ? readFileSync(join(folder, name + ending)) : undefined
  const br = sibling('.br')
  const gz = sibling('.gz')
  const bodies = { identity, ...(br && { br }), ...(gz && { gzip: gz }) }
  const scripts = path.endsWith('.html') ? hashesOfScripts(identity.toString()) : []
  return { path, type, etag: hash, bodies, scripts }
}

const INLINE = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g

/** Sources by which the policy of a page allows the scripts that stand in it, and no other. */
function hashesOfScripts(page: string): readonly string[] {
  return [...page.matchAll(INLINE)].map(([, script = '']) => {
    const hash = createHash('sha256').update(script).digest('base64')
    return `'sha256-${hash}'`
  })
}

interface Sent extends Pick<ConsolePlace, 'options'> {
  readonly status: 200 | 404
}

function fileResponse(file: ConsoleFile, request: Request, { options, status }: Sent): Response {
  const coding = codingFor(
    request.headers.get('accept-encoding') ?? '',
    (one) => file.bodies[one] !== undefined,
  )
  // Each coding is another representation, so each has a tag of its own.
  const etag = `"${file.etag}-${coding}"`
  const headers = {
    etag,
    vary: 'Accept-Encoding',
    'x-content-type-options': 'nosniff',
    // The names of assets hold a hash of their content.
    'cache-control': file.path.startsWith('/assets/')
      ? 'public, max-age=31536000, immutable'
      : 'no-cache',
    ...(file.path.endsWith('.html') && pageHeaders(options(), file.scripts)),
  }
  if (status === 200 && isKnown(request.headers.get('if-none-match'), etag)) {
    return new Response(null, { status: 304, headers })
  }
  const body = file.bodies[coding] ?? file.bodies.identity
  // Of an answer to HEAD the server sends the headers only.
  return new Response(new Uint8Array(body), {
    status,
    headers: {
      ...headers,
      'content-type': file.type,
      'content-length': String(body.byteLength),
      ...(coding !== 'identity' && { 'content-encoding': coding }),
    },
  })
}

function pageHeaders(options: OptionValues, scripts: readonly string[]) {
  return {
    'content-security-policy': contentPolicy(options, scripts),
    'referrer-policy': 'same-origin',
    'x-frame-options': 'DENY',
    // Sign-in pages of other sites open in a second window, and reply to this one.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  }
}
