/** The routes of what upstreams keep for users. One row each. */
import { OWNED_FAMILY_ROWS, type OwnedFamily } from './objects'

export type OwnedAct =
  /** Makes something that did not exist. */
  | 'create'
  /** The caller's own, found here and fetched one by one. */
  | 'list'
  | 'read'
  | 'change'
  /** Keeps it for longer, which costs money. */
  | 'prolong'
  | 'delete'

export interface OwnedRoute {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** `:id` is the caller's; what follows it is the upstream's own matter. */
  readonly path: string
  /** What of it is the family's own. */
  readonly home: string
  /** What stands behind the id and a colon; "" for nothing. */
  readonly verb: string
  readonly family: OwnedFamily
  readonly act: OwnedAct
  /** A JSON object that is looked at, or bytes that are not. */
  readonly body: 'none' | 'json' | 'bytes'
  /** Whoever has a token may call it; what it names must be the token's user's. */
  readonly role: 'token'
}

type Line = readonly [method: OwnedRoute['method'], tail: string, act: OwnedAct, body?: 'bytes']

const WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PATCH'])
const VERB = /\/:id:(\w+)$/

function routesOf(family: OwnedFamily, lines: readonly Line[]): readonly OwnedRoute[] {
  const { home, otherHomes = [] } = OWNED_FAMILY_ROWS[family]
  return [home, ...otherHomes].flatMap((start) =>
    lines.map(([method, tail, act, bytes]) => ({
      method,
      path: start + tail,
      home: start,
      verb: VERB.exec(tail)?.[1] ?? '',
      family,
      act,
      body: bytes ?? (WITH_BODY.has(method) ? 'json' : 'none'),
      role: 'token',
    })),
  )
}

export const OWNED_ROUTES: readonly OwnedRoute[] = [
  ...routesOf('responses', [
    ['GET', '/:id', 'read'],
    ['DELETE', '/:id', 'delete'],
    ['POST', '/:id/cancel', 'change'],
    ['GET', '/:id/input_items', 'read'],
  ]),
  ...routesOf('conversations', [
    ['POST', '', 'create'],
    ['GET', '/:id', 'read'],
    ['POST', '/:id', 'change'],
    ['DELETE', '/:id', 'delete'],
    ['POST', '/:id/items', 'change'],
    ['GET', '/:id/items', 'read'],
    ['GET', '/:id/items/:item', 'read'],
    ['DELETE', '/:id/items/:item', 'change'],
  ]),
  ...routesOf('interactions', [
    ['GET', '/:id', 'read'],
    ['DELETE', '/:id', 'delete'],
    ['POST', '/:id/cancel', 'change'],
  ]),
  ...routesOf('files', [
    ['POST', '', 'create', 'bytes'],
    ['GET', '', 'list'],
    ['GET', '/:id', 'read'],
    ['GET', '/:id/content', 'read'],
    ['DELETE', '/:id', 'delete'],
  ]),
  ...routesOf('claude_files', [
    ['POST', '', 'create', 'bytes'],
    ['GET', '', 'list'],
    ['GET', '/:id', 'read'],
    ['GET', '/:id/content', 'read'],
    ['DELETE', '/:id', 'delete'],
  ]),
  ...routesOf('uploads', [
    ['POST', '', 'create'],
    ['POST', '/:id/parts', 'change', 'bytes'],
    ['POST', '/:id/complete', 'change'],
    ['POST', '/:id/cancel', 'change'],
  ]),
  ...routesOf('batches', [
    ['POST', '', 'create'],
    ['GET', '', 'list'],
    ['GET', '/:id', 'read'],
    ['POST', '/:id/cancel', 'change'],
  ]),
  ...routesOf('message_batches', [
    ['POST', '', 'create'],
    ['GET', '', 'list'],
    ['GET', '/:id', 'read'],
    ['POST', '/:id/cancel', 'change'],
    ['GET', '/:id/results', 'read'],
    ['DELETE', '/:id', 'delete'],
  ]),
  ...routesOf('fine_tuning', [
    ['POST', '', 'create'],
    ['GET', '', 'list'],
    ['GET', '/:id', 'read'],
    ['POST', '/:id/cancel', 'change'],
    ['POST', '/:id/pause', 'change'],
    ['POST', '/:id/resume', 'change'],
    ['GET', '/:id/events', 'read'],
    ['GET', '/:id/checkpoints', 'read'],
  ]),
  ...routesOf('gemini_files', [
    ['GET', '', 'list'],
    ['GET', '/:id', 'read'],
    ['GET', '/:id:download', 'read'],
    ['DELETE', '/:id', 'delete'],
  ]),
  ...routesOf('gemini_uploads', [['POST', '', 'create', 'bytes']]),
  ...routesOf('cached_contents', [
    ['POST', '', 'create'],
    ['GET', '', 'list'],
    ['GET', '/:id', 'read'],
    ['PATCH', '/:id', 'prolong'],
    ['DELETE', '/:id', 'delete'],
  ]),
  ...routesOf('gemini_batches', [
    ['GET', '', 'list'],
    ['GET', '/:id', 'read'],
    ['POST', '/:id:cancel', 'change'],
    ['DELETE', '/:id', 'delete'],
  ]),
  ...routesOf('gemini_models', [
    ['POST', '/:id:batchGenerateContent', 'create'],
    ['POST', '/:id:asyncBatchEmbedContent', 'create'],
  ]),
]
