/**
 * What lives at one upstream account after a call has ended: stored responses, conversations,
 * files, batches. Its id is known to that account alone, so whoever made it is written down, and
 * later calls go where it is. One row per family, one per route; everything else derives.
 */
import type { ProtocolName } from './protocol'

export const OWNED_KINDS = [
  'response',
  /** A part of a stored response, which later requests may refer to. */
  'item',
  'conversation',
  'interaction',
  'file',
  'upload',
  'batch',
  'fine_tuning_job',
  'message_batch',
  /** Where a vendor ran a model's code, with the files that it left there. */
  'container',
] as const
export type OwnedKind = (typeof OWNED_KINDS)[number]

/** What is billed when its work ends, and not when it is asked for. */
export type OwnedJobKind = 'response' | 'batch' | 'message_batch' | 'fine_tuning_job'

export const OWNED_FAMILIES = [
  'responses',
  'conversations',
  'interactions',
  'files',
  'claude_files',
  'uploads',
  'batches',
  'message_batches',
  'fine_tuning',
] as const
export type OwnedFamily = (typeof OWNED_FAMILIES)[number]

/** Where a vendor has each family; what is absent it does not have. */
export type OwnedPaths = Readonly<Partial<Record<OwnedFamily, string>>>

export interface OwnedFamilyRow {
  /** The clients' path of the family; a vendor's own takes its place. */
  readonly home: string
  /** The same in other versions of the API. */
  readonly otherHomes?: readonly string[]
  readonly protocol: ProtocolName
  readonly kind: OwnedKind
  /** After so many days an id is forgotten; 0 for never, unless the object tells its end. */
  readonly keptDays: number
  /** The object has a field `expires_at`, and it is about the object. */
  readonly tellsExpiry: boolean
  /** Fields of a request that name things which must be the caller's own. */
  readonly refersTo: Readonly<Record<string, OwnedKind>>
  /** Fields of an answer that name what the upstream has made beside it. */
  readonly makes: Readonly<Record<string, OwnedKind>>
  /** What a list of them calls itself; "" for nothing. */
  readonly listObject: string
  /** No later request names it beside other things, so nothing has to be where it is. */
  readonly standsAlone: boolean
  /** What is made costs money, which is known when its work has ended. */
  readonly job?: OwnedJobKind
}

const PLAIN = {
  tellsExpiry: false,
  refersTo: {},
  makes: {},
  listObject: 'list',
  standsAlone: false,
} as const

export const OWNED_FAMILY_ROWS: Readonly<Record<OwnedFamily, OwnedFamilyRow>> = {
  // OpenAI promises thirty days.
  responses: {
    ...PLAIN,
    home: '/v1/responses',
    protocol: 'responses',
    kind: 'response',
    keptDays: 30,
  },
  conversations: {
    ...PLAIN,
    home: '/v1/conversations',
    protocol: 'responses',
    kind: 'conversation',
    keptDays: 0,
  },
  // As long as a paying account has them.
  interactions: {
    ...PLAIN,
    home: '/v1beta/interactions',
    otherHomes: ['/v1/interactions', '/v1alpha/interactions'],
    protocol: 'gemini',
    kind: 'interaction',
    keptDays: 55,
  },
  files: {
    ...PLAIN,
    home: '/v1/files',
    protocol: 'openai',
    kind: 'file',
    keptDays: 0,
    tellsExpiry: true,
  },
  claude_files: {
    ...PLAIN,
    home: '/v1/files',
    protocol: 'claude',
    listObject: '',
    kind: 'file',
    keptDays: 0,
    tellsExpiry: true,
  },
  uploads: {
    ...PLAIN,
    home: '/v1/uploads',
    protocol: 'openai',
    kind: 'upload',
    keptDays: 1,
    tellsExpiry: true,
    makes: { file: 'file' },
  },
  batches: {
    ...PLAIN,
    home: '/v1/batches',
    protocol: 'openai',
    kind: 'batch',
    keptDays: 90,
    refersTo: { input_file_id: 'file' },
    makes: { output_file_id: 'file', error_file_id: 'file' },
    job: 'batch',
  },
  // Results can be had for 29 days.
  message_batches: {
    ...PLAIN,
    home: '/v1/messages/batches',
    protocol: 'claude',
    listObject: '',
    kind: 'message_batch',
    keptDays: 30,
    standsAlone: true,
    job: 'message_batch',
  },
  fine_tuning: {
    ...PLAIN,
    home: '/v1/fine_tuning/jobs',
    protocol: 'openai',
    kind: 'fine_tuning_job',
    keptDays: 0,
    refersTo: { training_file: 'file', validation_file: 'file' },
    makes: { result_files: 'file' },
    job: 'fine_tuning_job',
  },
}

export type OwnedAct =
  /** Makes something that did not exist. */
  | 'create'
  /** The caller's own, found here and asked for one by one. */
  | 'list'
  | 'read'
  | 'change'
  | 'delete'

export interface OwnedRoute {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** `:id` is the caller's; what follows it is the upstream's own matter. */
  readonly path: string
  /** What of it is the family's own. */
  readonly home: string
  readonly family: OwnedFamily
  readonly act: OwnedAct
  /** A JSON object that is looked at, or bytes that are not. */
  readonly body: 'none' | 'json' | 'bytes'
  /** Whoever has a token may call it; what it names must be the token's user's. */
  readonly role: 'token'
}

type Line = readonly [method: OwnedRoute['method'], tail: string, act: OwnedAct, body?: 'bytes']

function routesOf(family: OwnedFamily, lines: readonly Line[]): readonly OwnedRoute[] {
  const { home, otherHomes = [] } = OWNED_FAMILY_ROWS[family]
  return [home, ...otherHomes].flatMap((start) =>
    lines.map(([method, tail, act, bytes]) => ({
      method,
      path: start + tail,
      home: start,
      family,
      act,
      body: bytes ?? (method === 'POST' ? 'json' : 'none'),
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
]
