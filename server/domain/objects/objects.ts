/**
 * What lives at one upstream account after a call has ended: stored responses, conversations,
 * files, batches. Its id is known to that account alone, so whoever made it is written down, and
 * later calls go where it is. One row per family, one per route (`routes.ts`); everything
 * else derives.
 */
import type { ProtocolName } from '../calls/protocol'

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
  'gemini_file',
  'cached_content',
  'gemini_batch',
] as const
export type OwnedKind = (typeof OWNED_KINDS)[number]

/** What is billed when its work ends, and not when it is requested. */
export type OwnedJobKind =
  | 'response'
  | 'batch'
  | 'message_batch'
  | 'fine_tuning_job'
  | 'cached_content'
  | 'gemini_batch'

/** How the requests in the body of what is made are counted. */
export type OwnedCount = 'messages' | 'contents' | 'cache'

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
  'gemini_files',
  'gemini_uploads',
  'cached_contents',
  'gemini_batches',
  'gemini_models',
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
  /** After so many days an id is forgotten; 0 for never, unless the object has its own end. */
  readonly retentionDays: number
  /** The object has a field `expires_at`, and it is about the object. */
  readonly reportsExpiry: boolean
  /** Fields of a request that name things which must be the caller's own. */
  readonly refersTo: Readonly<Record<string, OwnedKind>>
  /** Fields of an answer that name what the upstream has made besides it; dots lead inside. */
  readonly makes: Readonly<Record<string, OwnedKind>>
  /** What a list of them calls itself; "" for nothing. */
  readonly listObject: string
  /** The field of a list that has them; such lists are paged as Google's are. */
  readonly listField?: string
  /** Its objects have no `id` but a `name`, which begins so; paths leave the beginning out. */
  readonly namePrefix?: string
  /** A file is sent in parts, to an address that is given for each file. */
  readonly isUpload?: true
  /** No later request names it along with other things, so nothing has to be where it is. */
  readonly standsAlone: boolean
  /** The gateway stores them itself where the channel's vendor does not. */
  readonly isStoredHere?: true
  /** What is made costs money, which is known when its work has ended. */
  readonly job?: OwnedJobKind
  /** What is requested stands in the body that makes it. */
  readonly counts?: OwnedCount
}

const PLAIN = {
  reportsExpiry: false,
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
    retentionDays: 30,
    isStoredHere: true,
  },
  conversations: {
    ...PLAIN,
    home: '/v1/conversations',
    protocol: 'responses',
    kind: 'conversation',
    retentionDays: 0,
    isStoredHere: true,
  },
  // As long as a paying account has them.
  interactions: {
    ...PLAIN,
    home: '/v1beta/interactions',
    otherHomes: ['/v1/interactions', '/v1alpha/interactions'],
    protocol: 'gemini',
    kind: 'interaction',
    retentionDays: 55,
  },
  files: {
    ...PLAIN,
    home: '/v1/files',
    protocol: 'openai',
    kind: 'file',
    retentionDays: 0,
    reportsExpiry: true,
  },
  claude_files: {
    ...PLAIN,
    home: '/v1/files',
    protocol: 'claude',
    listObject: '',
    kind: 'file',
    retentionDays: 0,
    reportsExpiry: true,
  },
  uploads: {
    ...PLAIN,
    home: '/v1/uploads',
    protocol: 'openai',
    kind: 'upload',
    retentionDays: 1,
    reportsExpiry: true,
    makes: { file: 'file' },
  },
  batches: {
    ...PLAIN,
    home: '/v1/batches',
    protocol: 'openai',
    kind: 'batch',
    retentionDays: 90,
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
    retentionDays: 30,
    standsAlone: true,
    job: 'message_batch',
    counts: 'messages',
  },
  fine_tuning: {
    ...PLAIN,
    home: '/v1/fine_tuning/jobs',
    protocol: 'openai',
    kind: 'fine_tuning_job',
    retentionDays: 0,
    refersTo: { training_file: 'file', validation_file: 'file' },
    makes: { result_files: 'file' },
    job: 'fine_tuning_job',
  },
  // Google deletes them after 48 hours.
  gemini_files: {
    ...PLAIN,
    home: '/v1beta/files',
    otherHomes: ['/v1/files', '/v1alpha/files', '/download/v1beta/files'],
    protocol: 'gemini',
    kind: 'gemini_file',
    retentionDays: 2,
    namePrefix: 'files/',
    listField: 'files',
  },
  gemini_uploads: {
    ...PLAIN,
    home: '/upload/v1beta/files',
    otherHomes: ['/upload/v1/files', '/upload/v1alpha/files'],
    protocol: 'gemini',
    kind: 'gemini_file',
    retentionDays: 2,
    makes: { file: 'gemini_file' },
    isUpload: true,
  },
  // Each names its end.
  cached_contents: {
    ...PLAIN,
    home: '/v1beta/cachedContents',
    otherHomes: ['/v1/cachedContents', '/v1alpha/cachedContents'],
    protocol: 'gemini',
    kind: 'cached_content',
    retentionDays: 1,
    reportsExpiry: true,
    namePrefix: 'cachedContents/',
    listField: 'cachedContents',
    job: 'cached_content',
    counts: 'cache',
  },
  gemini_batches: {
    ...PLAIN,
    home: '/v1beta/batches',
    otherHomes: ['/v1/batches', '/v1alpha/batches'],
    protocol: 'gemini',
    kind: 'gemini_batch',
    retentionDays: 90,
    makes: {
      'response.responsesFile': 'gemini_file',
      'metadata.output.responsesFile': 'gemini_file',
    },
    namePrefix: 'batches/',
    listField: 'operations',
  },
  // A batch is requested at its model.
  gemini_models: {
    ...PLAIN,
    home: '/v1beta/models',
    otherHomes: ['/v1/models', '/v1alpha/models'],
    protocol: 'gemini',
    kind: 'gemini_batch',
    retentionDays: 90,
    job: 'gemini_batch',
    counts: 'contents',
  },
}
