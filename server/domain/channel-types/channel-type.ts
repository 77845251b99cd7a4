import { type DialectName, OPERATIONS, type Operation } from '../calls/protocol'
import type { JobProviderName } from '../jobs/providers'
import type { OwnedPaths } from '../objects/objects'
import type { CallIdRule } from '../vendor-limits/names'
import { type KeyShape, PLAIN_KEYS } from './key-shape'
import type { VendorName } from './vendor-names'

/**
 * One kind of upstream, as pure data. A row with a dialect relays at once; what differs from
 * the dialect's defaults (paths, auth, extra headers) is stated here and nowhere else. What a
 * vendor does that data cannot say stands in relay/vendors, by the name in `vendor`.
 */
export interface ChannelTypeRow {
  readonly id: number
  readonly name: string
  /** Its name at home, where that is not the one above; "" for most. */
  readonly chineseName: string
  /** `gen_ai.provider.name` of OpenTelemetry; "" for the name in small letters, as most have it. */
  readonly telemetryName: string
  /** File of `@lobehub/icons-static-svg` with the vendor's mark; "" for its first letter. */
  readonly mark: string
  /** What most sites begin with: offered before the others. */
  readonly isCommon: boolean
  /**
   * "not-yet" for providers whose wire format is not built, "retired" for those that are gone:
   * channels of either can be stored, and nothing goes through them. "jobs" for providers that
   * answer no calls and have work that is submitted and fetched later.
   */
  readonly dialect: DialectName | 'jobs' | 'not-yet' | 'retired'
  /** Work that its channels can do, by who does it. */
  readonly jobs: readonly JobProviderName[]
  /** Id of the type that took its place. */
  readonly successor: number | undefined
  /** Without a trailing slash; "" when the operator must give one. `{region}` is filled in. */
  readonly baseUrl: string
  readonly place: Place
  readonly modelNames: ModelNames
  /**
   * Path per operation, after the base URL. `{model}`, `{deployment}` (model without dots),
   * `{other}`, `{region}`, `{project}`, `{version}`, `{key}` and `{method}` (as the dialect calls
   * it) are filled in;
   * the defaults are the dialect's. `null` means not offered: what a row neither `offers` nor
   * names a path for.
   */
  readonly paths: Paths
  /** Where sockets are opened whose clients speak the older events; "" for where all are. */
  readonly olderRealtime: string
  /**
   * Where the models of an account are listed; "" for next to the path of chats, `null` where they
   * are listed nowhere.
   */
  readonly modelsPath: string | null
  /**
   * Further ways to speak to the vendor. Clients that speak one of them pass as they come, so
   * that nothing is translated that need not be.
   */
  readonly apiVariants: readonly ApiVariant[]
  /** What the vendor keeps for an account, by family: the path below its address. */
  readonly keeps: OwnedPaths
  /** Bodies name the deployment: the model without dots. */
  readonly namesDeployment: boolean
  /** "vendor" when what authorizes a request is made out of the key and the request itself. */
  readonly auth: 'bearer' | 'api-key-header' | 'x-api-key' | 'x-goog-api-key' | 'vendor'
  /** Whose behaviour the channel has; "" where rows say all. */
  readonly vendor: VendorName | ''
  readonly headers: Readonly<Record<string, string>>
  readonly bodies: Bodies
  /** Of Anthropic's betas those that are not refused; `undefined` where all may be used. */
  readonly betas: readonly string[] | undefined
  /** Whether `stream_options.include_usage` may be sent when the client did not. */
  readonly streamUsage: boolean
  /**
   * How thinking of earlier turns goes back to this vendor in its own dialect: as signed details,
   * as text in conversations that call tools, or as the model's own row says.
   */
  readonly thinkingBack: 'details' | 'text' | 'by_model'
  readonly traits: Traits
  readonly deadKey: DeadKey
  /**
   * HTTP statuses of failures by the vendor's own codes, where it answers all of them with 200 or
   * with a status that means something else.
   */
  readonly codeStatuses: Readonly<Partial<Record<string, number>>>
  /** How the key is composed, shown in forms, e.g. "AccessKey|SecretKey|Region". */
  readonly keyHint: string
  readonly keyShape: KeyShape
  /** What the `other` field means for this type, "" when unused; an i18n key suffix. */
  readonly otherField: OtherField
  readonly defaultOther: string
  readonly otherRule: OtherRule
  /** What a filled field looks like, where the type's own default does not show it. */
  readonly examples: Readonly<Partial<Record<'address' | 'other', string>>>
  /** Where else the vendor is: other regions, with keys of their own. */
  readonly presets: readonly Preset[]
  /** The page on which accounts make keys, without its scheme; "" where each server has its own. */
  readonly keyPage: string
  /** How keys of the vendor begin; none where that is not known. */
  readonly keyStarts: readonly string[]
  /** What the address must be, where that is not plain; an i18n key suffix. */
  readonly addressHint: '' | 'full_url' | 'endpoint' | 'own'
  /** Names that a new channel offers, as the vendor calls them today. */
  readonly models: readonly string[]
  /** Names that the vendor answers no more, and what to ask for instead; "" for nothing. */
  readonly retired: Readonly<Record<string, string>>
  /** Whether the upstream reports what is left on the account. */
  readonly reportsBalance: boolean
  /** Listed in the type selector; legacy ids only work when imported. */
  readonly selectable: boolean
}

export type OtherField =
  | ''
  | 'api_version'
  | 'region'
  | 'account_id'
  | 'bot_id'
  | 'plugin'
  | 'library_id'
  | 'app_kind'
  | 'wire_format'
  | 'routes'

/** What the `other` field may hold; anything when absent. */
export interface OtherRule {
  readonly choices?: readonly string[]
  /** It is a part of every address or body: no channel works without it. */
  readonly isRequired?: true
}

/** Regions as people know them; keys of texts. */
export type PresetPlace =
  | 'beijing'
  | 'china'
  | 'europe'
  | 'hong_kong'
  | 'singapore'
  | 'united_states'
  | 'virginia'
  | 'world'

/** One of a vendor's addresses. */
export interface Preset {
  readonly place: PresetPlace
  /** What the vendor is called there, or what is to be known of it; "" for nothing. */
  readonly alias?: string
  /** Without a trailing slash. */
  readonly baseUrl: string
}

export type Paths = Readonly<Partial<Record<Operation, string | null>>>

/** A complete way to speak to a vendor: the operations it has paths for, and no others. */
export interface ApiVariant {
  readonly dialect: DialectName
  readonly paths: Paths
  /** The row's own when absent. */
  readonly auth?: ChannelTypeRow['auth']
  /** Only models whose names begin with one of these, which go no other way; absent for all. */
  readonly models?: readonly string[]
  /**
   * Only channels with one of these addresses, without their scheme; absent for all. Who imitates
   * a vendor at another address imitates its main API.
   */
  readonly addresses?: readonly string[]
  /** Only channels whose `other` field is one of these, which go no other way; absent for all. */
  readonly others?: readonly string[]
  /** Only channels whose key has a part of this name, which go no other way; absent for all. */
  readonly keyPart?: string
  /** Where channels go that have no address of their own; the row's when absent. */
  readonly baseUrl?: string
  /** The body names the deployment: the model without dots. */
  readonly namesDeployment?: true
  /** What every body has besides and what it lacks, by operation. */
  readonly bodies?: Bodies
  readonly betas?: ChannelTypeRow['betas']
  /** Where it differs from the row's. */
  readonly traits?: Partial<Traits>
}

export type Bodies = Readonly<Partial<Record<Operation, BodyFields>>>

export interface BodyFields {
  readonly adds: Readonly<Record<string, string>>
  readonly drops: readonly string[]
}

/** Where a vendor of many regions is reached. */
export interface Place {
  /** What names the region: a part of the key, or the `other` field; "" for one place alone. */
  readonly configuredBy: '' | 'key' | 'other'
  /** Base URLs of the regions that are reached at another one. */
  readonly baseUrls: Readonly<Record<string, string>>
}

/** How a vendor calls the models of other makers. Names that are not listed pass as they are. */
export interface ModelNames {
  readonly ids: Readonly<Record<string, string>>
  /** Ids that are requested with one of these prefixes, the widest last. */
  readonly prefixes: Readonly<Record<string, readonly string[]>>
  /** Which prefix holds in regions whose names begin so, the best first. */
  readonly byRegion: readonly (readonly [region: string, prefix: string])[]
}

/** Small differences in what a vendor takes. */
export interface Traits {
  /** OpenAI's own service, where what its models are documented to refuse is refused. */
  readonly isOpenaiService: boolean
  /** `openai_organization` is sent along, and asked for in forms. */
  readonly takesOrganization: boolean
  /** Highest `top_p` of a vendor that refuses 1. */
  readonly topPLimit: number | undefined
  /** The chat API documents `top_k`. */
  readonly takesTopK: boolean
  /** The field that says how much to think: `reasoning_effort`, or an object `reasoning`. */
  readonly thinkingField: 'effort' | 'object'
  /**
   * Models whose names begin so think at one of two levels, "" for none. The level may end the
   * name, and the limit of the answer travels as `max_completion_tokens`.
   */
  readonly twoEffortModels: string
  /**
   * Another gateway of this family: it tries its own channels again by itself, and keeps the id of
   * a request that it is told.
   */
  readonly isGateway: boolean
  /** The chat API documents `prompt_cache_key`; who imitates it may refuse the field. */
  readonly takesCacheKey: boolean
  /** The header that keeps a conversation where its prompt is cached; "" for none. */
  readonly conversationHeader: string
  /** What `user` is called at the vendor's own addresses. */
  readonly userField: 'user' | 'safety_identifier'
  /** Refuses a turn of Gemini that does not say whose it is. */
  readonly wantsRoles: boolean
  /** Vectors are predictions here: Google's cloud, unlike its API for single developers. */
  readonly predictsVectors: boolean
  /** The API of embeddings documents vectors as numbers only, and refuses to pack them. */
  readonly refusesPackedVectors: boolean
  /** Fields of a chat that have another name here, by OpenAI's. */
  readonly renames: Readonly<Record<string, string>>
  /** Fields of OpenAI's chat that are refused here, so that they are left out and named. */
  readonly refuses: readonly string[]
  /** Fields of the history's messages that are refused here. */
  readonly refusesInMessages: readonly string[]
  /** Thoughts stand in the content of a message, as parts; others refuse such parts. */
  readonly takesThoughtParts: boolean
  /** Ids of calls, where it takes fewer than the wire format of the API variant does. */
  readonly callIds: Readonly<Partial<Record<DialectName, CallIdRule>>>
  /** What Cloudflare's gateway has in its own address already, at the start of a path. */
  readonly cloudflareOmits: string
}

/** What of a failure says that the key is of no more use, and not only this one request. */
export interface DeadKey {
  readonly statuses: readonly number[]
  /** Codes or types of errors, exactly as the vendor writes them. */
  readonly codes: readonly string[]
}

const PLAIN: Traits = {
  isOpenaiService: false,
  takesOrganization: false,
  topPLimit: undefined,
  takesTopK: false,
  thinkingField: 'effort',
  twoEffortModels: '',
  isGateway: false,
  takesCacheKey: false,
  conversationHeader: '',
  userField: 'user',
  wantsRoles: false,
  predictsVectors: false,
  refusesPackedVectors: false,
  renames: {},
  refuses: [],
  refusesInMessages: [],
  takesThoughtParts: false,
  callIds: {},
  cloudflareOmits: '',
}

/** Of vendors that call every model as its maker does. */
export const MAKERS_NAMES: ModelNames = { ids: {}, prefixes: {}, byRegion: [] }

const DEFAULTS = {
  jobs: [],
  chineseName: '',
  telemetryName: '',
  mark: '',
  isCommon: false,
  successor: undefined,
  place: { configuredBy: '', baseUrls: {} },
  modelNames: MAKERS_NAMES,
  olderRealtime: '',
  modelsPath: '',
  apiVariants: [],
  keeps: {},
  namesDeployment: false,
  auth: 'bearer',
  vendor: '',
  headers: {},
  bodies: {},
  betas: undefined,
  streamUsage: false,
  thinkingBack: 'by_model',
  deadKey: { statuses: [401], codes: [] },
  codeStatuses: {},
  keyHint: '',
  keyShape: PLAIN_KEYS,
  otherField: '',
  defaultOther: '',
  otherRule: {},
  examples: {},
  presets: [],
  keyPage: '',
  keyStarts: [],
  addressHint: '',
  models: [],
  retired: {},
  reportsBalance: false,
  selectable: true,
} as const

/** Whether the operator gives the address of the call itself, and nothing is put behind it. */
export function isWholeAddress({ addressHint }: Pick<ChannelTypeRow, 'addressHint'>): boolean {
  return addressHint === 'full_url'
}

type Required = 'id' | 'name' | 'dialect' | 'baseUrl'

interface Given extends Partial<Omit<ChannelTypeRow, Required | 'traits' | 'paths'>> {
  /** What the vendor has at its format's usual path. Nothing is offered that no row names. */
  readonly offers?: readonly Operation[]
  /** What it has at a path of its own. */
  readonly paths?: Readonly<Partial<Record<Operation, string>>>
  /** Those that differ from what most vendors do. */
  readonly traits?: Partial<Traits>
}

export function channelType({
  traits,
  offers = [],
  paths = {},
  ...row
}: Pick<ChannelTypeRow, Required> & Given): ChannelTypeRow {
  return {
    ...DEFAULTS,
    ...row,
    traits: { ...PLAIN, ...traits },
    paths: { ...refusedBut(offers), ...paths },
  }
}

function refusedBut(offers: readonly Operation[]): Paths {
  const lacking = OPERATIONS.filter((operation) => !offers.includes(operation))
  return Object.fromEntries(lacking.map((operation) => [operation, null]))
}
