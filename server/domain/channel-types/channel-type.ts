import type { DialectName, Operation } from '../protocol'

/** A whole way to speak to a vendor: the operations that it has paths for, and no others. */
export interface Face {
  readonly dialect: DialectName
  readonly paths: Partial<Record<Operation, string | null>>
  /** The body names the deployment: the model without dots. */
  readonly namesDeployment?: true
}

/**
 * One kind of upstream, as pure data. A row with a dialect relays at once; what differs from
 * the dialect's defaults (paths, auth, extra headers) is stated here and nowhere else.
 */
export interface ChannelTypeRow {
  readonly id: number
  readonly name: string
  /** "not-yet" for providers whose wire format is not built: adding keys works, relay not. */
  readonly dialect: DialectName | 'not-yet'
  /** Without a trailing slash; "" when the operator must give one. */
  readonly baseUrl: string
  /**
   * Path per operation, after the base URL. `{model}`, `{deployment}` (model without dots),
   * `{other}` are filled in; the defaults are the dialect's. `null` means not offered.
   */
  readonly paths: Partial<Record<Operation, string | null>>
  /**
   * Further ways to speak to the vendor. Clients that speak one of them pass as they come, so
   * that nothing is translated that need not be.
   */
  readonly faces: readonly Face[]
  readonly auth: 'bearer' | 'api-key-header' | 'x-api-key' | 'x-goog-api-key' | 'zhipu-jwt'
  readonly headers: Readonly<Record<string, string>>
  /** Whether `stream_options.include_usage` may be sent when the client did not. */
  readonly streamUsage: boolean
  /**
   * How thinking of earlier turns goes back to this vendor in its own dialect: as signed details,
   * as text in conversations that call tools, or as the model's own row says.
   */
  readonly thinkingBack: 'details' | 'text' | 'by_model'
  /** How the key is composed, shown in forms, e.g. "AccessKey|SecretKey|Region". */
  readonly keyHint: string
  /** What the `other` field means for this type, "" when unused; an i18n key suffix. */
  readonly otherField: '' | 'api_version' | 'region' | 'account_id' | 'plugin' | 'library_id'
  readonly defaultOther: string
  /** What the address must be, where that is not plain; an i18n key suffix. */
  readonly addressHint: '' | 'full_url' | 'endpoint'
  readonly models: readonly string[]
  /** Whether the upstream tells what is left on the account. */
  readonly tellsBalance: boolean
  /** Listed in the type selector; legacy ids only work when imported. */
  readonly selectable: boolean
}

const DEFAULTS = {
  paths: {},
  faces: [],
  auth: 'bearer',
  headers: {},
  streamUsage: false,
  thinkingBack: 'by_model',
  keyHint: '',
  otherField: '',
  defaultOther: '',
  addressHint: '',
  models: [],
  tellsBalance: false,
  selectable: true,
} as const

type Required = 'id' | 'name' | 'dialect' | 'baseUrl'

export function channelType(
  row: Pick<ChannelTypeRow, Required> & Partial<ChannelTypeRow>,
): ChannelTypeRow {
  return { ...DEFAULTS, ...row }
}
